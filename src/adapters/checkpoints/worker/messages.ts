import { type ErrorName, ToolError } from '../../../core/errors.ts';
import type { DiskRecorderOptions } from '../disk/open-recorder.ts';
import type { RootRecorder } from '../recorder/root-recorder.ts';

// What the server and its worker send each other.

/** Functions cannot be sent. */
export type SentOptions = Omit<DiskRecorderOptions, 'now' | 'alone'>;

/** A listener cannot be sent either. */
export type SentMethod = Exclude<keyof RootRecorder, 'subscribe'>;

export type ToWorker =
  | {
      readonly number: number;
      /** The recorder of this root is opened by the first question. */
      readonly options: SentOptions;
      readonly method: SentMethod;
      readonly given: readonly unknown[];
    }
  /** The lock is held, until the worker releases it or ends. */
  | { readonly locked: number; readonly failure?: SentError };

export type FromWorker =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly failure: SentError }
  /** The server holds locks for the worker: they must not outlive it. */
  | { readonly lock: number; readonly directory: string; readonly path: string }
  | { readonly unlock: number };

export type SentError = {
  readonly message: string;
  /** Of an expected failure. */
  readonly name?: ErrorName;
  readonly details?: Record<string, unknown>;
  readonly hint?: string | undefined;
};

export function sentError(error: unknown): SentError {
  if (error instanceof ToolError) {
    const { name, message, details, hint } = error;
    return { name, message, details, hint };
  }
  return { message: error instanceof Error ? error.message : String(error) };
}

export function receivedError({ name, message, details, hint }: SentError): Error {
  return name === undefined ? new Error(message) : new ToolError(name, message, details, hint);
}

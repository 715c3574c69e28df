import { join } from 'node:path';
import type { Group } from '../../../core/checkpoints/group.ts';
import type { Selection } from '../../../core/checkpoints/select-groups.ts';
import { ToolError } from '../../../core/errors.ts';
import type {
  ApplyOptions,
  ChangeContents,
  Coverage,
  GroupFilter,
  Outcome,
  Plan,
  RecordedCall,
  WrittenFile,
} from '../../../ports/checkpoints.ts';
import { recordFolder } from '../disk/record-folder.ts';
import { GroupFiles } from '../disk/store/group-files.ts';
import type { Begun, RootRecorder } from '../recorder/root-recorder.ts';
import type { SentMethod, SentOptions } from './messages.ts';
import { type RecorderThread, WorkerFailure } from './recorder-thread.ts';

/** A call does not wait longer for its record: beside that, a command waits until all files are known. */
const MAX_WAIT_MS = 5_000;
const LATE = 'it did not answer in time';

/** Records in a worker. No call fails or waits for long because of it: what is late follows with the next call. */
export class ThreadRecorder implements RootRecorder {
  readonly #thread: RecorderThread;
  readonly #options: SentOptions;
  readonly #limits: { readonly maxWaitMs: number };
  /** What calls changed whose answer was late. */
  readonly #late: Group[] = [];
  #isClosed = false;

  constructor(thread: RecorderThread, options: SentOptions, limits = { maxWaitMs: MAX_WAIT_MS }) {
    this.#thread = thread;
    this.#options = options;
    this.#limits = limits;
  }

  async begin(call: RecordedCall, id?: string): Promise<Begun> {
    const begun = this.#ask<Begun>('begin', call, id);
    try {
      const answer = await this.#inTime(begun);
      if (answer) return { ...answer, late: this.#late.splice(0) };
      // Its beginning came too late: what it changed cannot be known.
      begun.then((open) => this.#ask('end', open.id)).catch(() => {});
      return notRecorded(LATE);
    } catch (error) {
      return notRecorded(error instanceof Error ? error.message : String(error));
    }
  }

  async collect(id: string): Promise<Group | undefined> {
    return this.#askOf<Group>(id, 'collect');
  }

  async pause(id: string): Promise<Group | undefined> {
    return this.#askOf<Group>(id, 'pause');
  }

  async resume(id: string, running?: string): Promise<readonly Group[]> {
    return (await this.#askOf<readonly Group[]>(id, 'resume', running)) ?? [];
  }

  async end(id: string, written: readonly WrittenFile[] = []): Promise<Group | undefined> {
    if (id === '') return undefined;
    const ended = this.#ask<Group | undefined>('end', id, written).catch(() => undefined);
    const keepLate = () => void ended.then((group) => group && this.#late.push(group));
    return this.#inTime(ended, keepLate);
  }

  list(filter: GroupFilter = {}): Promise<Group[]> {
    return this.#askTwice('list', filter);
  }

  plan(selection: Selection, options: { merge?: boolean } = {}): Promise<Plan> {
    return this.#askTwice('plan', selection, options);
  }

  /** Not asked twice: the next worker finishes what this one began. */
  async apply(plan: Plan, options: ApplyOptions & { id?: string } = {}): Promise<Outcome> {
    try {
      return await this.#ask<Outcome>('apply', plan, options);
    } catch (error) {
      throw error instanceof WorkerFailure ? interruptedError(error) : error;
    }
  }

  diff(id: string, filter: { path?: string } = {}): Promise<ChangeContents[]> {
    return this.#askTwice('diff', id, filter);
  }

  /** In this thread, so that it goes on when the worker does not. */
  async subscribe(onGroup: (group: Group) => void): Promise<() => void> {
    return new GroupFiles(join(recordFolder(this.#options), 'groups')).subscribe(onGroup);
  }

  coverage(): Promise<Coverage> {
    return this.#askTwice<Coverage>('coverage').catch(({ message }: Error) => ({
      mode: 'off',
      reason: message,
    }));
  }

  async close(): Promise<void> {
    const closed = this.#thread.isRunning ? this.#inTime(this.#ask('close')) : undefined;
    this.#isClosed = true;
    await closed?.catch(() => {});
  }

  /** About an open call; undefined if there is no answer. */
  async #askOf<T>(id: string, method: SentMethod, ...given: readonly unknown[]): Promise<T | undefined> {
    if (id === '') return undefined;
    return this.#inTime(this.#ask<T | undefined>(method, id, ...given)).catch(() => undefined);
  }

  /** Undefined if there is no answer in time. */
  async #inTime<T>(answer: Promise<T>, onLate: () => void = () => {}): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        onLate();
        resolve(undefined);
      }, this.#limits.maxWaitMs);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #askTwice<T>(method: SentMethod, ...given: readonly unknown[]): Promise<T> {
    const ask = () => this.#ask<T>(method, ...given);
    const onFailure = (then: (error: WorkerFailure) => Promise<T>) => (error: unknown) => {
      if (error instanceof WorkerFailure) return then(error);
      throw error;
    };
    return ask()
      .catch(onFailure(ask))
      .catch(onFailure((error) => Promise.reject(unavailableError(error))));
  }

  async #ask<T>(method: SentMethod, ...given: readonly unknown[]): Promise<T> {
    if (this.#isClosed) throw new WorkerFailure('it is closed');
    return this.#thread.ask(this.#options, method, given) as Promise<T>;
  }
}

function notRecorded(reason: string): Begun {
  return { id: '', earlier: [], notRecorded: reason };
}

function unavailableError({ message }: WorkerFailure): ToolError {
  return new ToolError(
    'IO_ERROR',
    `Changes cannot be recorded or undone: the worker for them failed (${message}).`,
    {},
    'Try again; if it fails again, restart the server.',
  );
}

function interruptedError({ message }: WorkerFailure): ToolError {
  return new ToolError(
    'IO_ERROR',
    `The undo was interrupted: the worker for it failed (${message}). What it began is finished by the next call.`,
    {},
    'Look at the last changes before you try again.',
  );
}

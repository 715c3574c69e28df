import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { surveyJson, tooManyValues } from '../core/text/stream/json-survey.ts';
import { createLineSplitter } from '../core/text/stream/line-framing.ts';

export type Input = {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  pause(): unknown;
};

export type Output = {
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

export type StdioOptions = {
  readonly input: Input;
  readonly output: Output;
  readonly maxMessageBytes: number;
};

/** How long running calls may still respond after the client has closed its end. */
const LAST_RESPONSES_MS = 250;
/** A shorter message cannot contain too many values. */
const MAX_UNSURVEYED_BYTES = 20_000;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/**
 * JSON messages over a pair of streams, one per line. The SDK's own framing closes silently at 10 MB and is quadratic
 * below that; this one is linear, and responds to a message that is too long.
 */
export class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onerror?: NonNullable<Transport['onerror']>;
  onclose?: NonNullable<Transport['onclose']>;
  readonly #options: StdioOptions;
  readonly #unanswered = new Set<string | number>();
  #isClosed = false;
  #isEnding = false;
  #drained: Promise<void> | undefined;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { input, output, maxMessageBytes } = this.#options;
    const line = (bytes: Uint8Array) => this.#receive(bytes);
    const tooLong = (bytes: number) => this.#refuseLong(bytes);
    input.on('data', createLineSplitter(maxMessageBytes, { line, tooLong }));
    input.on('end', () => this.#finish());
    input.on('close', () => this.#finish());
    output.on('error', () => this.#close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    const isFlushed = this.#options.output.write(`${JSON.stringify(message)}\n`);
    this.#markAnswered(message);
    if (!isFlushed) await this.#untilDrained();
  }

  async close(): Promise<void> {
    this.#close();
  }

  /** One promise for all senders, so that a slow reader does not collect listeners. */
  #untilDrained(): Promise<void> {
    this.#drained ??= new Promise<void>((resolve) => this.#options.output.once('drain', resolve)).then(() => {
      this.#drained = undefined;
    });
    return this.#drained;
  }

  #receive(line: Uint8Array): void {
    const message = this.#parse(line);
    if (message === undefined) return;
    if ('method' in message && 'id' in message) this.#unanswered.add(message.id);
    this.onmessage?.(message);
  }

  #hasTooManyValues(line: Uint8Array): boolean {
    const survey = surveyJson(line);
    const tooMany = tooManyValues(survey);
    if (tooMany !== undefined) this.#reject(INVALID_REQUEST, `Invalid request: ${tooMany}`, survey.id);
    return tooMany !== undefined;
  }

  #parse(line: Uint8Array): JSONRPCMessage | undefined {
    if (line.length > MAX_UNSURVEYED_BYTES && this.#hasTooManyValues(line)) return undefined;
    const text = new TextDecoder().decode(line).trim();
    if (text === '') return undefined;
    try {
      const value: unknown = JSON.parse(text);
      const problem = problemOf(value);
      if (problem === undefined) return value as JSONRPCMessage;
      this.#reject(INVALID_REQUEST, `Invalid request: ${problem}`, idOf(value));
    } catch (error) {
      this.#reject(PARSE_ERROR, `Parse error: ${(error as Error).message}`);
    }
    return undefined;
  }

  #refuseLong(bytes: number): void {
    const { maxMessageBytes } = this.#options;
    this.#reject(INVALID_REQUEST, `Message of ${bytes} bytes is too long: the limit is ${maxMessageBytes}.`);
  }

  #reject(code: number, message: string, id: string | number | null = null): void {
    this.onerror?.(new Error(message));
    if (this.#isClosed) return;
    this.#options.output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }

  #markAnswered(message: JSONRPCMessage): void {
    if ('id' in message && !('method' in message) && message.id !== undefined)
      this.#unanswered.delete(message.id);
    if (this.#isEnding && this.#unanswered.size === 0) this.#close();
  }

  #finish(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (this.#unanswered.size === 0) this.#close();
    else setTimeout(() => this.#close(), LAST_RESPONSES_MS);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.input.pause();
    this.onclose?.();
  }
}

/** Why a value is not a message. The SDK would drop it silently, and its sender would wait forever. */
function problemOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'batches are not supported. Send each message on its own line.';
  if (typeof value !== 'object' || value === null || (value as { jsonrpc?: unknown }).jsonrpc !== '2.0')
    return 'not a JSON-RPC 2.0 message, which is an object with `"jsonrpc": "2.0"`.';
  // A response to one of our requests: the sender of a bad one does not wait.
  if ('result' in value || 'error' in value) return undefined;
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value)) return undefined;
  return 'a message has `method` (a string), `params` (an object with a valid `_meta`, or none), and `id` (a string or an integer) if it is a request, nothing else.';
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null;
}

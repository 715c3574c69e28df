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

export type StdioOptions = { readonly maxMessageBytes: number };

/** How long calls under way may still answer once the client has closed its end. */
const FAREWELL_MS = 250;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/**
 * One JSON message a line over a pair of streams. The SDK's own framing ends without a word at 10 MB and is
 * quadratic below that; this one is linear, and a message that is too long gets an answer.
 */
export function stdioTransport(input: Input, output: Output, options: StdioOptions): Transport {
  const unanswered = new Set<string | number>();
  let closed = false;
  let ending = false;
  let draining: Promise<void> | undefined;

  const transport: Transport = {
    async start() {
      input.on('data', createLineSplitter(options.maxMessageBytes, { line: receive, tooLong: refuse }));
      input.on('end', finish);
      input.on('close', finish);
      output.on('error', () => close());
    },
    async send(message) {
      if (closed) return;
      const flushed = output.write(`${JSON.stringify(message)}\n`);
      settle(message);
      if (!flushed) await drained();
    },
    async close() {
      close();
    },
  };
  return transport;

  /** One for all who wait: a reader that is slow must not collect listeners. */
  function drained(): Promise<void> {
    draining ??= new Promise<void>((resolve) => output.once('drain', resolve)).then(() => {
      draining = undefined;
    });
    return draining;
  }

  function receive(line: Uint8Array): void {
    const message = parse(line);
    if (message === undefined) return;
    if ('method' in message && 'id' in message) unanswered.add(message.id);
    transport.onmessage?.(message);
  }

  function parse(line: Uint8Array): JSONRPCMessage | undefined {
    const survey = surveyJson(line);
    const tooMany = tooManyValues(survey);
    if (tooMany !== undefined) {
      complain(INVALID_REQUEST, `Invalid request: ${tooMany}`, survey.id);
      return undefined;
    }
    const text = new TextDecoder().decode(line).trim();
    if (text === '') return undefined;
    try {
      const value: unknown = JSON.parse(text);
      const problem = problemOf(value);
      if (problem === undefined) return value as JSONRPCMessage;
      complain(INVALID_REQUEST, `Invalid request: ${problem}`, idOf(value));
    } catch (error) {
      complain(PARSE_ERROR, `Parse error: ${(error as Error).message}`);
    }
    return undefined;
  }

  function refuse(bytes: number): void {
    complain(
      INVALID_REQUEST,
      `Message of ${bytes} bytes is too long: at most ${options.maxMessageBytes} are taken.`,
    );
  }

  function complain(code: number, message: string, id: string | number | null = null): void {
    transport.onerror?.(new Error(message));
    if (!closed) output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }

  function settle(message: JSONRPCMessage): void {
    if ('id' in message && !('method' in message) && message.id !== undefined) unanswered.delete(message.id);
    if (ending && unanswered.size === 0) close();
  }

  function finish(): void {
    if (ending) return;
    ending = true;
    if (unanswered.size === 0) close();
    else setTimeout(close, FAREWELL_MS);
  }

  function close(): void {
    if (closed) return;
    closed = true;
    input.pause();
    transport.onclose?.();
  }
}

/** Why a value is no message. Left to the SDK it would be dropped without a word, and its sender would wait. */
function problemOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'batches are not taken. Send each message in a line of its own.';
  if (typeof value !== 'object' || value === null || (value as { jsonrpc?: unknown }).jsonrpc !== '2.0')
    return 'not a JSON-RPC 2.0 message, which is an object with `"jsonrpc": "2.0"`.';
  // Answers to our own questions: whoever sent a bad one waits for nothing.
  if ('result' in value || 'error' in value) return undefined;
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value)) return undefined;
  return 'a message has `method` (a string), `params` (an object with a proper `_meta`, or none), and `id` (a string or a whole number) if it is a request, nothing else.';
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null;
}

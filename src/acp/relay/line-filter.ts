const METHOD = Buffer.from('"method"');
const REPORTS = ['tool_call', 'request_permission', 'state_update'].map((word) => Buffer.from(word));
const RESPONSES = ['"result"', '"error"'].map((word) => Buffer.from(word));
const OPENING_BRACE = '{'.charCodeAt(0);
/** Within these bytes the id and the method of a message are expected. */
const HEAD_BYTES = 200;

/**
 * Decides by a byte search which lines must be parsed, so that all other messages pass unparsed, whatever their size.
 * None of the words contains a slash, which JSON may escape.
 */
export class LineFilter {
  readonly #ownIdPrefix: string;
  readonly #ownId: Buffer;

  /** `ownIdPrefix` starts the ids of our own requests to the client. */
  constructor(ownIdPrefix: string) {
    this.#ownIdPrefix = ownIdPrefix;
    this.#ownId = Buffer.from(ownIdPrefix);
  }

  /** Requests, notifications, and responses to our own requests; responses to the agent pass. */
  mustParseFromClient(line: Uint8Array): boolean {
    const bytes = asBuffer(line);
    return bytes.includes(METHOD) || bytes.includes(this.#ownId);
  }

  /** Reports of tool calls, permission requests, and, while a response is expected, responses. */
  mustParseFromAgent(line: Uint8Array, isResponseExpected: boolean): boolean {
    const bytes = asBuffer(line);
    if (REPORTS.some((word) => bytes.includes(word))) return true;
    return isResponseExpected && !hasMethod(bytes) && RESPONSES.some((word) => bytes.includes(word));
  }

  /** The id of our own request that a line responds to, if it is near the beginning of the line. */
  ownRequestId(beginning: Uint8Array): string | undefined {
    const head = asBuffer(beginning).subarray(0, HEAD_BYTES).toString('latin1');
    return new RegExp(`"(${this.#ownIdPrefix}\\d+)"`).exec(head)?.[1];
  }
}

/** False for what an agent prints to stdout besides messages, such as log lines. */
export function isMessageLine(line: Uint8Array): boolean {
  return line[0] === OPENING_BRACE || line.find((byte) => byte > 0x20) === OPENING_BRACE;
}

function asBuffer(line: Uint8Array): Buffer {
  return Buffer.isBuffer(line) ? line : Buffer.from(line.buffer, line.byteOffset, line.byteLength);
}

/** A "method" before the second brace belongs to the message itself, which is then no response. */
function hasMethod(line: Buffer): boolean {
  const head = line.subarray(0, HEAD_BYTES);
  const method = head.indexOf(METHOD);
  const second = head.indexOf(OPENING_BRACE, head.indexOf(OPENING_BRACE) + 1);
  return method !== -1 && (second === -1 || method < second);
}

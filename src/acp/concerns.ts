/**
 * Tells lines that cannot concern us by a search through their bytes, so that a message of any size passes without
 * being parsed. No word here holds a slash, which JSON may escape.
 */
export function createConcerns(ownIdPrefix: string) {
  const ownId = Buffer.from(ownIdPrefix);
  return {
    /** Calls, and answers to our own questions; the answers to the agent's are its own business. */
    ofClient(line: Uint8Array): boolean {
      const bytes = asBuffer(line);
      return bytes.includes(METHOD) || bytes.includes(ownId);
    },
    /** Of our own question that a line answers, if it names it at its beginning. */
    ownIdIn(beginning: Uint8Array): string | undefined {
      const head = asBuffer(beginning).subarray(0, HEAD_BYTES).toString('latin1');
      return new RegExp(`"(${ownIdPrefix}\\d+)"`).exec(head)?.[1];
    },
    /** Reports of tool calls, questions to the user, and, while we wait for any, answers. */
    ofAgent(line: Uint8Array, isAwaiting: boolean): boolean {
      const bytes = asBuffer(line);
      if (REPORTS.some((word) => bytes.includes(word))) return true;
      return isAwaiting && !isPlainlyACall(bytes) && ANSWERS.some((word) => bytes.includes(word));
    },
  };
}

export type Concerns = ReturnType<typeof createConcerns>;

const METHOD = Buffer.from('"method"');
const REPORTS = ['tool_call', 'request_permission', 'state_update'].map((word) => Buffer.from(word));
const ANSWERS = ['"result"', '"error"'].map((word) => Buffer.from(word));
const OPENING_BRACE = '{'.charCodeAt(0);
const HEAD_BYTES = 200;

function asBuffer(line: Uint8Array): Buffer {
  return Buffer.isBuffer(line) ? line : Buffer.from(line.buffer, line.byteOffset, line.byteLength);
}

/** A method before the second brace stands in the message itself, which is no answer then. */
function isPlainlyACall(line: Buffer): boolean {
  const head = line.subarray(0, HEAD_BYTES);
  const method = head.indexOf(METHOD);
  const second = head.indexOf(OPENING_BRACE, head.indexOf(OPENING_BRACE) + 1);
  return method !== -1 && (second === -1 || method < second);
}

/** What an agent writes to its stdout beside the protocol, such as a log line. */
export function isNoise(line: Uint8Array): boolean {
  return line[0] !== OPENING_BRACE && line.find((byte) => byte > 0x20) !== OPENING_BRACE;
}

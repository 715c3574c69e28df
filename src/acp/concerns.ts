/**
 * Tells lines that cannot concern us by a search through their bytes, so that a message of any size passes without
 * being parsed. Slashes may be escaped in JSON, so no word here holds one but at its start.
 */
export function createConcerns(ownIdPrefix: string) {
  const fromClient = words('"initialize"', '/new"', '/load"', '/resume"', '/fork"', '/prompt"');
  const cancelling = words('/cancel"', '/cancel_request"', ownIdPrefix);
  const fromAgent = words('tool_call', 'request_permission', '"state_update"');
  const answers = words('"result"', '"error"');
  return {
    ofClient: (line: Uint8Array) => holdsOne(line, fromClient) || holdsOne(line, cancelling),
    ofAgent: (line: Uint8Array, isAwaiting: boolean) =>
      holdsOne(line, fromAgent) || (isAwaiting && holdsOne(line, answers)),
  };
}

function words(...texts: string[]): Buffer[] {
  return texts.map((text) => Buffer.from(text));
}

function holdsOne(line: Uint8Array, words: readonly Buffer[]): boolean {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  return words.some((word) => bytes.includes(word));
}

const OPENING_BRACE = '{'.charCodeAt(0);

/** What an agent writes to its stdout beside the protocol, such as a log line. */
export function isNoise(line: Uint8Array): boolean {
  const first = line.find((byte) => byte > 0x20);
  return first !== OPENING_BRACE;
}

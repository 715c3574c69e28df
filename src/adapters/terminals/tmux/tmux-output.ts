const OUTPUT = Buffer.from('%output %');
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const ZERO = 0x30;

/** The bytes that a pane printed, if this line of control mode reports output. */
export function tmuxOutput(line: Buffer): Uint8Array | undefined {
  if (!line.subarray(0, OUTPUT.length).equals(OUTPUT)) return undefined;
  return unescaped(line.subarray(line.indexOf(SPACE, OUTPUT.length) + 1));
}

/** tmux writes control characters and the backslash as three octal digits. */
function unescaped(text: Buffer): Uint8Array {
  if (!text.includes(BACKSLASH)) return text;
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const isEscape = text[at] === BACKSLASH && at + 3 <= text.length - 1;
    bytes[length++] = isEscape ? octal(text, at + 1) : text[at]!;
    if (isEscape) at += 3;
  }
  return bytes.subarray(0, length);
}

function octal(text: Buffer, at: number): number {
  return ((text[at]! - ZERO) << 6) | ((text[at + 1]! - ZERO) << 3) | (text[at + 2]! - ZERO);
}

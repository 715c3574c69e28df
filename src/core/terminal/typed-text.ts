import type { TerminalModes } from './output/terminal-requests.ts';

/** What is sent to a program for a text: first the text, then Enter. */
export type TypedText = { readonly text: string; readonly enter: string };

/** The indented end of a block, as in Python, which only an empty line completes. */
const OPEN_BLOCK = /\n[ \t]+\S[^\n]*\n$/;

/** A newline at the end of the text is the Enter that follows it, unless an empty line is needed there. */
export function typedText(text: string, withEnter: boolean, modes: TerminalModes): TypedText {
  const unix = text.replaceAll('\r\n', '\n');
  const own = withEnter && unix.endsWith('\n') && !OPEN_BLOCK.test(unix) ? unix.slice(0, -1) : unix;
  const keys = own.replaceAll('\n', '\r');
  // An editor that draws the whole screen is given keys: its commands begin with them.
  const isPasted = modes.bracketedPaste && !modes.alternateScreen && own.trimEnd().includes('\n');
  return { text: isPasted ? `\x1b[200~${keys}\x1b[201~` : keys, enter: withEnter ? '\r' : '' };
}

/** What a key sends in these modes. */
export function keyInModes(key: string, modes: TerminalModes): string {
  const letter = key.startsWith('\x1b[') && key.length === 3 ? key[2]! : '';
  return modes.applicationCursor && letter !== '' && 'ABCDHF'.includes(letter) ? `\x1bO${letter}` : key;
}

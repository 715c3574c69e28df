/** Control characters that a terminal would execute; tabs and line breaks are kept. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;
/** Changes the order in which text is displayed. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

const PICTURES = 0x2400;
const DELETE = 0x7f;
const PICTURE_OF_DELETE = '\u2421';

/** The text with a visible symbol for each control character, such as ␛ for an escape. */
export function visibleText(text: string): string {
  return text.replace(CONTROLS, picture).replace(REORDERING, named);
}

/** The same for a text that must stay in one line, such as the name of a file. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\t\n]/g, picture);
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code === DELETE) return PICTURE_OF_DELETE;
  return code < DELETE ? String.fromCharCode(PICTURES + code) : named(character);
}

function named(character: string): string {
  return `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

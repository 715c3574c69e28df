const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** East Asian wide and full-width characters, and emoji with default emoji presentation. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;

/** The number of terminal columns of a text. */
export function displayColumns(text: string): number {
  // Most text is plain ASCII.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...text].reduce((sum, character) => sum + columnsOfOne(character), 0);
}

function columnsOfOne(character: string): number {
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

const ELLIPSIS = '…';

/** A path shortened to `columns`: folders are left out from the left, then the middle of the name. */
export function shortenedPath(path: string, columns: number): string {
  if (displayColumns(path) <= columns) return path;
  const slashes = [...path.matchAll(/(?<=.)[\\/]/g)].map(({ index }) => index);
  const ends = slashes.map((slash) => ELLIPSIS + path.slice(slash));
  const fitting = ends.find((end) => displayColumns(end) <= columns);
  if (fitting !== undefined || slashes.length === 0) return fitting ?? withoutMiddle(path, columns);
  return ELLIPSIS + withoutMiddle(path.slice(slashes.at(-1)! + 1), columns - 1);
}

/** A text shortened to `columns`, with … at the end if anything is left out. */
export function beginningIn(text: string, columns: number): string {
  return displayColumns(text) <= columns ? text : taken([...text], columns - 1) + ELLIPSIS;
}

function withoutMiddle(text: string, columns: number): string {
  if (displayColumns(text) <= columns) return text;
  const characters = [...text];
  // More of the end is kept: it has the extension.
  const end = taken(characters.toReversed(), Math.floor((columns - 1) * 0.6));
  const start = taken(characters, columns - 1 - displayColumns(end));
  return start + ELLIPSIS + [...end].reverse().join('');
}

function taken(characters: readonly string[], columns: number): string {
  let text = '';
  let used = 0;
  for (const character of characters) {
    used += columnsOfOne(character);
    if (used > columns) break;
    text += character;
  }
  return text;
}

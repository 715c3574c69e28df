import { diffLines, type LineHunk } from '../../text/compare/line-diff.ts';
import { type CodeToken, codeTokens, isString, tokenize } from '../../text/tokens.ts';

/**
 * Makes in the file's text the change that leads from the quoted text to the new one. Where quotation and file
 * differ and the edit does not touch, the file is right. Undefined if both changed the same words in different ways.
 */
export function mergeLine(quoted: string, wanted: string, inFile: string): string | undefined {
  if (quoted === inFile) return wanted;
  if (wanted === inFile) return inFile;
  const styles = otherQuotes(quoted, inFile);
  // Of several lines, each may have its style: there only strings that were quoted are known to have another.
  const isOfLine = (piece: string) => !quoted.includes('\n') || quoted.includes(piece);
  const [base, mine, theirs] =
    styles.size === 0
      ? [tokenize(quoted), tokenize(wanted), tokenize(inFile)]
      : [restyled(quoted, styles, isOfLine), restyled(wanted, styles, isOfLine), piecesOf(inFile)];
  const edits = joined(diffLines(base, mine), base).map((hunk) => ({
    ...hunk,
    isEdit: true,
    text: textOf(mine, hunk),
  }));
  const slips = diffLines(base, theirs).map((hunk) => ({
    ...hunk,
    isEdit: false,
    text: textOf(theirs, hunk),
  }));
  const settled = settle(base, edits, slips);
  return settled && written(base, settled);
}

/** The base with all changes made. White space of the file is left out beside other white space. */
function written(base: readonly string[], changes: readonly Change[]): string {
  const pieces: { text: string; isSpaceOfFile: boolean }[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, text, isEdit } of changes) {
    pieces.push({ text: base.slice(at, oldStart).join(''), isSpaceOfFile: false });
    pieces.push({ text, isSpaceOfFile: !isEdit && oldStart === oldEnd && text.trim() === '' });
    at = oldEnd;
  }
  pieces.push({ text: base.slice(at).join(''), isSpaceOfFile: false });
  const solid = pieces.filter(({ text }) => text !== '');
  return solid
    .filter(({ isSpaceOfFile }, i) => {
      const isBesideSpace = /\s$/.test(solid[i - 1]?.text ?? '') || /^\s/.test(solid[i + 1]?.text ?? '');
      return !isSpaceOfFile || !isBesideSpace;
    })
    .map(({ text }) => text)
    .join('');
}

/** Hunks with nothing but white space between them are one: it says nothing about what corresponds. */
function joined(hunks: readonly LineHunk[], base: readonly string[]): LineHunk[] {
  const result: LineHunk[] = [];
  for (const hunk of hunks) {
    const last = result.at(-1);
    const isNext = last && base.slice(last.oldEnd, hunk.oldStart).every((token) => token.trim() === '');
    const isWord = last && last.oldEnd > last.oldStart && hunk.oldEnd > hunk.oldStart;
    if (isNext && isWord) result[result.length - 1] = { ...last, oldEnd: hunk.oldEnd, newEnd: hunk.newEnd };
    else result.push(hunk);
  }
  return result;
}

type Change = LineHunk & { readonly isEdit: boolean; readonly text: string };

/** All changes in order, without the slips that an edit overrules or repeats; undefined if one gets in its way. */
function settle(
  base: readonly string[],
  edits: readonly Change[],
  slips: readonly Change[],
): Change[] | undefined {
  const settled = [...edits];
  for (const slip of slips) {
    if (joinsWords(base, edits, slip)) continue;
    const clashing = edits.find((edit) => meets(edit, slip));
    if (!clashing && (isCutOff(base, edits, slip) || isOtherNumber(base, slip))) return undefined;
    const place = clashing ? placeBeside(base, clashing, slip) : 'apart';
    if (place === 'clash') return undefined;
    if (place === 'dropped') continue;
    const at = clashing ? settled.indexOf(clashing) + (place === 'after' ? 1 : 0) : settled.length;
    settled.splice(at, 0, slip);
  }
  // Stable, so that what was put before or after an edit stays there.
  return settled.sort((a, b) => a.oldStart - b.oldStart || a.oldEnd - b.oldEnd);
}

/** Whether white space that the file does not have parts a word of the edit from another. */
function joinsWords(base: readonly string[], edits: readonly Change[], slip: Change): boolean {
  if (slip.text !== '' || base.slice(slip.oldStart, slip.oldEnd).join('').trim() !== '') return false;
  const before = edits.find(({ oldEnd }) => oldEnd === slip.oldStart)?.text ?? base[slip.oldStart - 1] ?? '';
  const after = edits.find(({ oldStart }) => oldStart === slip.oldEnd)?.text ?? base[slip.oldEnd] ?? '';
  return WORD_END.test(before) && WORD_START.test(after);
}

const WORD_END = /[\p{L}\p{N}_$]$/u;
const WORD_START = /^[\p{L}\p{N}_$]/u;

/**
 * Whether all words beside a misquoted one change, so that the same word in the new text need not be that one. At the
 * end of the line this is so for punctuation, too.
 */
function isCutOff(base: readonly string[], edits: readonly Change[], slip: Change): boolean {
  if (slip.oldStart === slip.oldEnd || (slip.text === '' && !isLast(base, slip))) return false;
  if (base.slice(slip.oldStart, slip.oldEnd).every((token) => token.trim() === '')) return false;
  const isSpace = (i: number) => base[i] !== undefined && base[i]!.trim() === '';
  let [before, after] = [slip.oldStart - 1, slip.oldEnd];
  while (isSpace(before)) before--;
  while (isSpace(after)) after++;
  const changes = (i: number) => edits.some(({ oldStart, oldEnd }) => i >= oldStart && i < oldEnd);
  const [isFirst, isEnd] = [before < 0, after >= base.length];
  if (isFirst && isEnd) return false;
  return (isFirst || changes(before)) && (isEnd || changes(after));
}

/** Another number than the file has, in both texts: a slip in both, or the very number that is wanted. */
function isOtherNumber(base: readonly string[], { oldStart, oldEnd, text }: Change): boolean {
  const isNumber = (one: string) => /^\d+$/.test(one.trim());
  return isNumber(text) && isNumber(base.slice(oldStart, oldEnd).join(''));
}

function isLast(base: readonly string[], { oldEnd }: Change): boolean {
  return base.slice(oldEnd).every((token) => token.trim() === '');
}

/** What becomes of a slip that touches an edit. */
function placeBeside(
  base: readonly string[],
  edit: Change,
  slip: Change,
): 'before' | 'after' | 'dropped' | 'clash' {
  const isInsertion = slip.oldStart === slip.oldEnd;
  if (!isInsertion) return slip.oldStart >= edit.oldStart && slip.oldEnd <= edit.oldEnd ? 'dropped' : 'clash';
  const isBefore = slip.oldStart === edit.oldStart;
  if (slip.text.trim() !== '')
    return edit.text.endsWith(slip.text) || edit.text.startsWith(slip.text) ? 'dropped' : 'clash';
  // White space of the file beside the edit stays, unless the edit brings its own or has none there.
  if (!isBefore && slip.oldStart < edit.oldEnd) return 'dropped';
  const isReplacement = edit.oldStart < edit.oldEnd;
  const side = isReplacement ? (isBefore ? 'before' : 'after') : sideOf(base, slip);
  const own = side === 'before' ? /^[\s.)\],;]/ : /(?:[\s.([{]|->|::)$/;
  return side === undefined || own.test(edit.text) ? 'dropped' : side;
}

/** On which side of an insertion white space is that belongs to a bracket. */
function sideOf(base: readonly string[], { oldStart }: Change): 'before' | 'after' | undefined {
  if (OPENER.test(base[oldStart - 1] ?? '')) return 'before';
  return CLOSER.test(base[oldStart] ?? '') ? 'after' : undefined;
}

const OPENER = /[([{]$/;
const CLOSER = /^[)\]}]/;

/** Whether they touch the same words, or are at the very same place. */
function meets(edit: Change, slip: Change): boolean {
  if (slip.oldStart === slip.oldEnd || edit.oldStart === edit.oldEnd) {
    return slip.oldStart <= edit.oldEnd && edit.oldStart <= slip.oldEnd;
  }
  return slip.oldStart < edit.oldEnd && edit.oldStart < slip.oldEnd;
}

function textOf(tokens: readonly string[], { newStart, newEnd }: LineHunk): string {
  return tokens.slice(newStart, newEnd).join('');
}

/** The quotes of the file for each kind of quotes in the quotation, where a string has other ones there. */
function otherQuotes(quoted: string, inFile: string): Map<string, string> {
  const own = stringsOf(inFile);
  const texts = new Set(own.map(({ text }) => text));
  const quotes = new Map(own.map(({ text }) => [text.slice(1, -1), text[0]!]));
  const strings = stringsOf(quoted);
  const slipped = strings.filter(({ text }) => !texts.has(text) && quotes.has(text.slice(1, -1)));
  // A kind of quotes that is right elsewhere in the line is meant.
  const meant = new Set(strings.filter(({ text }) => texts.has(text)).map(({ text }) => text[0]));
  const styled = slipped.filter(({ text }) => !meant.has(text[0]));
  return new Map(styled.map(({ text }) => [text[0]!, quotes.get(text.slice(1, -1))!]));
}

/** The pieces of a text with the file's quotes around strings that mean the same in both kinds. */
function restyled(
  text: string,
  styles: ReadonlyMap<string, string>,
  isOfLine: (piece: string) => boolean,
): string[] {
  return piecesOf(text).map((piece) => {
    const isPlain = /^(["'`])[^"'`\\${}]*\1$/.test(piece) && isOfLine(piece);
    const style = isPlain ? styles.get(piece[0]!) : undefined;
    return style ? style + piece.slice(1, -1) + style : piece;
  });
}

function stringsOf(text: string): CodeToken[] {
  return codeTokens(text).filter(isString);
}

/** Strings and comments as one piece each, with the white space between pieces: joined they are the text again. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const { text: piece, start, end } of codeTokens(text)) {
    if (start > at) pieces.push(text.slice(at, start));
    pieces.push(piece);
    at = end;
  }
  return at < text.length ? [...pieces, text.slice(at)] : pieces;
}

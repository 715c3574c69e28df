import { contentOf, type Literal, stringsIn } from './string-literals.ts';

const ESCAPE = /\\([nrt"'`$\\])/g;
const ESCAPED: Record<string, string> = { n: '\n', r: '', t: '\t' };
/** A line break or a tab that is escaped once. */
const SINGLE_ESCAPE = /(?<!\\)(?:\\\\)*\\[nrt]/;

/** One level of escapes too many: a whole text on one line with `\\n` in it, or quotes with a backslash. */
export function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, escaped: string) => ESCAPED[escaped] ?? escaped);
}

/** Without escapes, but line breaks and tabs in strings stay escaped, as code has them there. */
export function unescapedOutsideStrings(text: string): string {
  let [result, at] = ['', 0];
  for (const { start, end, mark } of stringsIn(text).strings) {
    const quote = mark.at(-1)!;
    result += unescaped(text.slice(at, start)) + quote;
    result += text.slice(start + mark.length, end - mark.length) + quote;
    at = end;
  }
  return result + unescaped(text.slice(at));
}

/**
 * Lines that only the new text has, without their escapes. A string with an escape keeps it, or a path such as "C:\\new"
 * would be broken in two; the rest is read as the old text was. Undefined if it cannot be known which escapes
 * are of the code.
 */
export function unescapedChange(
  text: string,
  asOld: (text: string) => string | undefined,
): string | undefined {
  const { unclosed } = stringsIn(text);
  if (unclosed !== undefined && SINGLE_ESCAPE.test(text.slice(unclosed))) return undefined;
  const withEscapes = stringsWithEscapes(text);
  if (withEscapes.length === 0) return asOld(text);
  const templates = withEscapes.filter(({ mark }) => mark.endsWith('`'));
  if (templates.length > 0) {
    // Line breaks of the string itself, or escapes in it: only escaped quotes show which.
    return templates.some((one) => /\\["']/.test(contentOf(text, one))) ? unescaped(text) : undefined;
  }
  // Two apostrophes of different lines look like a string.
  const isProse = withEscapes.some(
    (one) => one.mark.endsWith("'") && escapedLines(contentOf(text, one)).length > 1,
  );
  return isProse ? undefined : unescapedOutsideStrings(text);
}

/** The strings that have a line break or a tab escaped once. */
export function stringsWithEscapes(text: string): Literal[] {
  return stringsIn(text).strings.filter((one) => SINGLE_ESCAPE.test(contentOf(text, one)));
}

/** Backslashes with what follows them, and the text between. */
export function escapeTokens(text: string): string[] {
  return text.match(/\\+[^\\]?|[^\\]+/g) ?? [];
}

/** The lines of a text whose line breaks may be escaped ones. */
export function escapedLines(text: string): string[] {
  const lines = [''];
  for (const token of escapeTokens(text)) {
    if (token === '\\n') lines.push('');
    else lines[lines.length - 1] += token;
  }
  return lines;
}

/** What a run of backslashes with the character after it may be in the file. */
export function readingsOf(token: string): string[] {
  const count = token.lastIndexOf('\\') + 1;
  const last = token.slice(count);
  const meant = ESCAPED[last] ?? last;
  const slashes = (length: number) => '\\'.repeat(length);
  return [
    token,
    count % 2 === 1 ? slashes((count - 1) / 2) + meant : slashes(count / 2) + last,
    slashes(count - 1) + meant,
  ];
}

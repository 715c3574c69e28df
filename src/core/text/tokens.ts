/** Words, numbers, operators, brackets and white space: joined they are the text again. */
export function tokenize(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

const WORD = '[\\p{L}\\p{N}_$]+';
const OPERATOR =
  '===|!==|\\.\\.\\.|<<=|>>=|\\*\\*=|&&=|\\|\\|=|\\?\\?=|==|!=|<=|>=|=>|->|&&|\\|\\||\\?\\?|\\?\\.|\\+\\+|--|\\+=|-=|\\*=|/=|%=|:=|::|\\*\\*|//|/\\*|\\*/|<<|>>';
const TOKEN = new RegExp(`${WORD}|\\s+|${OPERATOR}|[^]`, 'gu');
const NEXT = new RegExp(`\\s+|${WORD}|${OPERATOR}|[^]`, 'uy');

/** A piece of code without the white space around it; a string or a comment is one piece. */
export type CodeToken = { readonly text: string; readonly start: number; readonly end: number };

/** Offsets count from `base`. Linear: the end of a string or comment that has none is searched for only once. */
export function codeTokens(text: string, base = 0): CodeToken[] {
  const tokens: CodeToken[] = [];
  const openUntil: Record<string, number> = {};
  for (let at = 0; at < text.length; ) {
    const end = literalEnd(text, at, openUntil) ?? nextEnd(text, at);
    const piece = text.slice(at, end).trimEnd();
    if (piece !== '') tokens.push({ text: piece, start: base + at, end: base + at + piece.length });
    at = end;
  }
  return tokens;
}

/**
 * Equal except for white space, a comma or semicolon at the end, and the style of quotes, if that makes no difference
 * in the language.
 */
export function isSameCode(a: string, b: string, quotesDiffer = false): boolean {
  return codeKey(a, quotesDiffer) === codeKey(b, quotesDiffer);
}

/** Equal for lines that are the same code. */
export function codeKey(line: string, quotesDiffer: boolean): string {
  return plainTokens(line, quotesDiffer).join('\0');
}

function plainTokens(line: string, quotesDiffer: boolean): string[] {
  const tokens = codeTokens(line.trim().replace(/[;,]$/, '')).map(({ text }) => text);
  return quotesDiffer ? tokens : tokens.map((text) => text.replace(PLAIN_STRING, '"$2"'));
}

/** Without other quotes, escapes and placeholders. */
const PLAIN_STRING = /^(['"`])([^'"`\\${}]*)\1$/;

/** Whether `codeTokens` returned it as a comment. */
export function isComment({ text }: CodeToken): boolean {
  return /^(?:\/\/|\/\*|#)/.test(text) && text.length > 1;
}

export function isString({ text }: CodeToken): boolean {
  return /^["'`]./.test(text);
}

function nextEnd(text: string, at: number): number {
  NEXT.lastIndex = at;
  return NEXT.test(text) ? NEXT.lastIndex : at + 1;
}

/** The end of the string or comment that begins here; undefined if there is none. */
function literalEnd(text: string, at: number, openUntil: Record<string, number>): number | undefined {
  const mark = text[at]!;
  if (mark === '"' || mark === "'" || mark === '`')
    return at < (openUntil[mark] ?? 0) ? undefined : quoteEnd(text, at, openUntil);
  const isLineComment = text.startsWith('//', at) || (mark === '#' && (at === 0 || /\s/.test(text[at - 1]!)));
  if (isLineComment) return lineEnd(text, at);
  if (!text.startsWith('/*', at) || at < (openUntil['/*'] ?? 0)) return undefined;
  const close = text.indexOf('*/', at + 2);
  if (close !== -1) return close + 2;
  openUntil['/*'] = text.length;
  return undefined;
}

function quoteEnd(text: string, at: number, openUntil: Record<string, number>): number | undefined {
  const mark = text[at]!;
  const limit = mark === '`' ? text.length : lineEnd(text, at);
  for (let i = at + 1; i < limit; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === mark) return i + 1;
  }
  openUntil[mark] = limit;
  return undefined;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

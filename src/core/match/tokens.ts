/** Words, numbers, operators, brackets and white space: joined they are the text again. */
export function tokenize(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

const TOKEN =
  /[\p{L}\p{N}_$]+|\s+|===|!==|\.\.\.|<<=|>>=|\*\*=|&&=|\|\|=|\?\?=|==|!=|<=|>=|=>|->|&&|\|\||\?\?|\?\.|\+\+|--|\+=|-=|\*=|\/=|%=|:=|::|\*\*|\/\/|\/\*|\*\/|<<|>>|[^\p{L}\p{N}_$\s]/gu;

/** A piece of code without the white space around it; a string or a comment is one piece. */
export type CodeToken = { readonly text: string; readonly start: number; readonly end: number };

const PIECE =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=^|\s)#[^\n]*|[^"'`/#]+|[\s\S]/g;

/** Their offsets count from `base`. */
export function codeTokens(text: string, base = 0): CodeToken[] {
  const tokens: CodeToken[] = [];
  for (const { 0: piece, index: found } of text.matchAll(PIECE)) {
    const index = found + base;
    if (/^["'`#]|^\/[/*]/.test(piece) && piece.length > 1) {
      const exact = piece.trimEnd();
      tokens.push({ text: exact, start: index, end: index + exact.length });
      continue;
    }
    let at = index;
    for (const token of tokenize(piece)) {
      if (token.trim() !== '') tokens.push({ text: token, start: at, end: at + token.length });
      at += token.length;
    }
  }
  return tokens;
}

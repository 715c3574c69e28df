/** One segment of a glob: what a single file or folder name must look like. */
export type NamePattern = { readonly literal?: string; readonly tokens: readonly Token[] };

type Token =
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'any' | 'star' }
  | { readonly kind: 'set'; readonly isNegated: boolean; readonly ranges: readonly Range[] };

type Range = { readonly first: string; readonly last: string };

/** Throws a RangeError that says what is wrong with the text. The text is folded already. */
export function parseName(text: string): NamePattern {
  if (!/[*?[\\]/.test(text)) return { literal: text, tokens: [] };
  const characters = [...text];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; ) {
    const { token, next } = tokenAt(characters, at);
    if (token.kind !== 'star' || tokens.at(-1)?.kind !== 'star') tokens.push(token);
    at = next;
  }
  const plain = tokens.map((token) => (token.kind === 'character' ? token.character : undefined));
  return plain.includes(undefined) ? { tokens } : { literal: plain.join(''), tokens };
}

function tokenAt(characters: readonly string[], at: number): { token: Token; next: number } {
  const character = characters[at]!;
  if (character === '*') return { token: { kind: 'star' }, next: at + 1 };
  if (character === '?') return { token: { kind: 'any' }, next: at + 1 };
  if (character === '[') return setAt(characters, at);
  if (character !== '\\') return { token: { kind: 'character', character }, next: at + 1 };
  const escaped = characters[at + 1];
  if (escaped === undefined) throw new RangeError('it ends with a backslash');
  return { token: { kind: 'character', character: escaped }, next: at + 2 };
}

function setAt(characters: readonly string[], open: number): { token: Token; next: number } {
  const isNegated = characters[open + 1] === '!' || characters[open + 1] === '^';
  const start = open + (isNegated ? 2 : 1);
  // A bracket that comes first is a member of the set.
  const close = characters.indexOf(']', start + 1);
  if (close === -1) throw new RangeError('a `[` in it is not closed; write `\\[` for the character itself');
  const members = characters.slice(start, close);
  if (members[0] === '[' && members[1] === ':')
    throw new RangeError('named classes such as `[:alpha:]` are not supported; write `[a-z]`');
  const ranges: Range[] = [];
  for (let i = 0; i < members.length; i++) {
    const isRange = members[i + 1] === '-' && i + 2 < members.length;
    ranges.push({ first: members[i]!, last: isRange ? members[i + 2]! : members[i]! });
    if (isRange) i += 2;
  }
  return { token: { kind: 'set', isNegated, ranges }, next: close + 1 };
}

/** Time grows with the product of both lengths at most, whatever they hold. */
export function matchesName({ literal, tokens }: NamePattern, name: string): boolean {
  if (literal !== undefined) return literal === name;
  const characters = [...name];
  let [at, token] = [0, 0];
  // Where to go on if what follows the last star does not fit.
  let [retryAt, afterStar] = [-1, -1];
  while (at < characters.length) {
    const wanted = tokens[token];
    if (wanted?.kind === 'star') {
      [retryAt, afterStar] = [at, ++token];
    } else if (wanted && fits(wanted, characters[at]!)) {
      at++;
      token++;
    } else if (afterStar !== -1) {
      [at, token] = [++retryAt, afterStar];
    } else return false;
  }
  while (tokens[token]?.kind === 'star') token++;
  return token === tokens.length;
}

function fits(token: Token, character: string): boolean {
  if (token.kind === 'character') return token.character === character;
  if (token.kind !== 'set') return token.kind === 'any';
  const isMember = token.ranges.some(({ first, last }) => first <= character && character <= last);
  return isMember !== token.isNegated;
}

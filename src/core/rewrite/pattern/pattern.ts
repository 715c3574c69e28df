/** A metavariable in a pattern or a rewrite: `$NAME`, `$$$NAME`, or without a name `$_` and `$$$`. */
export type Hole = {
  /** Empty for one that matches anything. */
  readonly name: string;
  /** Matches any number of nodes. */
  readonly isSpread: boolean;
  readonly start: number;
  readonly end: number;
};

// A metavariable is a whole word: `US$A` and `$Name` are none. The predefined variables of PHP are none either.
const METAVARIABLE =
  /(?<![\w$])(?:\$\$\$([A-Z_][A-Z0-9_]*)?|\$(?!_(?:GET|POST|COOKIE|FILES|SERVER|SESSION|REQUEST|ENV)\b)([A-Z_][A-Z0-9_]*))(?![\w$])/g;

/** The metavariables of a pattern, in order. */
export function holesOf(pattern: string): Hole[] {
  return [...pattern.matchAll(METAVARIABLE)].map((found) => toHole(found, found[1] ?? found[2] ?? ''));
}

export function hasMetavariables(pattern: string): boolean {
  return holesOf(pattern).length > 0;
}

/** A name that begins with `_` counts as none. */
function toHole(found: RegExpExecArray, name: string): Hole {
  const start = found.index;
  const isSpread = found[0].startsWith('$$');
  return {
    name: name.startsWith('_') ? '' : name,
    isSpread,
    start,
    end: start + (isSpread ? 3 : 1) + name.length,
  };
}

/** The metavariables of a rewrite. Unlike in a pattern they may be part of a word: `new_$NAME`, `$NAME_old`. */
export function holesOfRewrite(rewrite: string, pattern: string): Hole[] {
  const known = holesOf(pattern);
  return [...rewrite.matchAll(/\$\$\$([A-Z_][A-Z0-9_]*)?|\$([A-Z_][A-Z0-9_]*)/g)].flatMap((found) => {
    const name = found[1] ?? found[2] ?? '';
    const next = rewrite[found.index + found[0].length] ?? '';
    if (!/[a-z]/.test(next) || known.some((hole) => hole.name === name)) return toHole(found, name);
    const shorter = name.replace(/_+$/, '');
    return known.some((hole) => hole.name === shorter && shorter !== '') ? toHole(found, shorter) : [];
  });
}

/** What is wrong with a rewrite of this pattern, in words; undefined if nothing is. */
export function problemOfRewrite(pattern: string, rewrite: string): string | undefined {
  const holes = holesOf(pattern);
  const wrong = holesOfRewrite(rewrite, pattern).find((hole) => !sourceOf(hole, holes));
  if (!wrong) return undefined;
  const written = rewrite.slice(wrong.start, wrong.end);
  const named = [...new Set(holes.filter(({ name }) => name !== '').map((hole) => writtenAs(hole)))];
  if (wrong.name === '')
    return `the rewrite uses \`${written}\`, which has no name. Give the metavariable a name, in the pattern and in the rewrite.`;
  const twin = holes.find(({ name }) => name === wrong.name);
  if (twin)
    return `the rewrite uses \`${written}\`, but the pattern has it as \`${writtenAs(twin)}\`. Write it the same way in both.`;
  return `the rewrite uses \`${written}\`, which the pattern does not have. ${named.length > 0 ? `It has ${named.join(', ')}.` : 'It has no named metavariable.'}`;
}

function writtenAs({ name, isSpread }: Hole): string {
  return `${isSpread ? '$$$' : '$'}${name}`;
}

/** The metavariable of the pattern that fills one of the rewrite; the only `$$$` needs no name. */
export function sourceOf(hole: Hole, ofPattern: readonly Hole[]): Hole | undefined {
  const same = ofPattern.filter(({ name, isSpread }) => name === hole.name && isSpread === hole.isSpread);
  if (hole.name !== '') return same[0];
  return hole.isSpread && same.length === 1 ? same[0] : undefined;
}

/** A pattern or a rewrite without its common indentation and the empty lines around it. */
export function dedented(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const indent = /^[ \t]*/.exec(filled[0] ?? '')![0];
  const hasIt = filled.every((line) => line.startsWith(indent));
  return (hasIt ? lines.map((line) => line.slice(indent.length)) : lines).join('\n').trim();
}

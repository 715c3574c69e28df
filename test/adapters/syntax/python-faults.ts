/** Gives numbers from 0 to 1. */
export type Random = () => number;

/** A typical mistake of an edit; undefined where the text has no place for it. */
export type Fault = (lines: readonly string[], random: Random) => string[] | undefined;

const pick = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random() * items.length)];

/** One line that meets the condition becomes another, several or none. */
const changeLine =
  (isPlace: RegExp, change: (line: string, random: Random) => string | readonly string[]): Fault =>
  (lines, random) => {
    const places = lines.flatMap((line, i) => (isPlace.test(line) ? i : []));
    const at = pick(places, random);
    if (at === undefined) return undefined;
    const made = change(lines[at]!, random);
    return [...lines.slice(0, at), ...(typeof made === 'string' ? [made] : made), ...lines.slice(at + 1)];
  };

/** One of the characters that match goes. */
const dropOne = (pattern: RegExp): Fault =>
  changeLine(pattern, (line, random) => {
    const at = pick([...line.matchAll(new RegExp(pattern, 'g'))], random)!.index;
    return line.slice(0, at) + line.slice(at + 1);
  });

/** Some lines in a row become others. */
const changeBlock =
  (most: number, change: (block: readonly string[], random: Random) => readonly string[]): Fault =>
  (lines, random) => {
    const at = Math.floor(random() * lines.length);
    const end = at + 2 + Math.floor(random() * most);
    return [...lines.slice(0, at), ...change(lines.slice(at, end), random), ...lines.slice(end)];
  };

const inTabs = (line: string) => line.replace(/^( {4})+/, (indent) => '\t'.repeat(indent.length / 4));
const spaces = (random: Random) => ' '.repeat(1 + Math.floor(random() * 4));

/** What people, and models, do to Python. Some of what comes out is valid: only CPython knows. */
export const pythonFaults: Readonly<Record<string, Fault>> = {
  'a line too deep': changeLine(/\S/, (line, random) => spaces(random) + line),
  'a line not deep enough': changeLine(/^ +\S/, (line, random) => line.slice(spaces(random).length)),
  'a line at the margin': changeLine(/^ +\S/, (line) => line.trimStart()),
  'a block too deep': changeBlock(6, (block, random) => {
    const more = spaces(random);
    return block.map((line) => more + line);
  }),
  'a block not deep enough': changeBlock(6, (block) => block.map((line) => line.replace(/^ {1,4}/, ''))),
  'a tab for eight spaces': changeLine(/^ {8}/, (line) => line.replace(/^ {8}/, '\t')),
  'a tab for four spaces': changeLine(/^ {4}/, (line) => line.replace(/^ {4}/, '\t')),
  'a block in tabs': changeBlock(6, (block) => block.map(inTabs)),
  'spaces in a file of tabs': (lines, random) =>
    changeLine(/^\t/, (line) => line.replaceAll('\t', random() < 0.5 ? '    ' : ' '.repeat(8)))(
      lines.map(inTabs),
      random,
    ),
  'a closing bracket missing': dropOne(/[)\]}]/),
  'an opening bracket missing': dropOne(/[([{]/),
  'a closing bracket too many': changeLine(/\S/, (line, random) => line + pick([')', ']', '}'], random)!),
  'another closing bracket': changeLine(/[)\]}]/, (line) =>
    line.replace(/[)\]}]/, (old) => (old === ')' ? ']' : ')')),
  ),
  'a colon missing': dropOne(/:(?=\s*$)/),
  'a colon missing anywhere': dropOne(/:/),
  'a quote missing': dropOne(/["']/),
  'three quotes missing': changeLine(/"""/, (line) => line.replace('"""', '')),
  'a comma missing': dropOne(/,/),
  'an operator missing': dropOne(/[=+*%.]/),
  'an f-string with an open brace': changeLine(/\bf["'][^"']*\{/, (line) => line.replace('}', '')),
  'an f-string with a brace too many': changeLine(/\bf["']\w/, (line) => line.replace(/\bf(["'])/, 'f$1}')),
  'an f-string with nothing in its braces': changeLine(/\bf["'].*\{\w+\}/, (line) =>
    line.replace(/\{\w+\}/, '{}'),
  ),
  'an f-string with a statement in it': changeLine(/\bf["'].*\{\w+\}/, (line) =>
    line.replace(/\{\w+\}/, '{x = 1; y}'),
  ),
  'a plain string made an f-string': changeLine(/[([ =]["'][^"']*[{}]/, (line) =>
    line.replace(/([([ =])(["'])/, '$1f$2'),
  ),
  'a line deleted': changeLine(/\S/, () => []),
  'the head of a block deleted': changeLine(/:\s*$/, () => []),
  'the body of a block deleted': (lines, random) => {
    const heads = lines.flatMap((line, i) => (/:\s*$/.test(line) ? i : []));
    const at = pick(heads, random);
    return at === undefined ? undefined : lines.filter((_, i) => i !== at + 1);
  },
  'a line twice': changeLine(/\S/, (line) => [line, line]),
  'a line with another': changeBlock(0, ([a = '', b = '', ...rest]) => [b, a, ...rest]),
  'two lines in one': changeBlock(0, ([a = '', b = '', ...rest]) => [`${a} ${b.trimStart()}`, ...rest]),
  'a line broken in two': changeLine(/\w \w/, (line) => line.split(/(?<=\w) (?=\w)/, 2)),
  'the rest cut off': (lines, random) => {
    const at = Math.floor(random() * lines.length);
    return [...lines.slice(0, at), lines[at]!.slice(0, Math.floor(random() * lines[at]!.length))];
  },
  'line numbers copied along': changeBlock(3, (block) => block.map((line, i) => `${i + 17}\t${line}`)),
  'the signs of a diff copied along': changeBlock(3, (block, random) =>
    block.map((line) => (random() < 0.5 ? '+' : '-') + line),
  ),
  'marks of a conflict': changeBlock(2, (block) => [
    '<<<<<<< HEAD',
    ...block,
    '=======',
    ...block,
    '>>>>>>> other',
  ]),
  'a fence of Markdown': changeBlock(3, (block) => ['```python', ...block, '```']),
  'a mark for what was left out': changeBlock(4, (block) => [block[0]!, '... rest of the code ...']),
  'escaped line breaks': changeBlock(1, (block) => [block.join('\\n')]),
  'escaped quotes': changeLine(/"/, (line) => line.replaceAll('"', '\\"')),
  'a space after a backslash': changeLine(/\w \w/, (line) =>
    line.replace(/(\w) (\w)/, '$1 \\ \n $2').split('\n'),
  ),
  'else if': changeLine(/^\s*(elif|else|if)\b/, (line) => line.replace(/\b(elif|else|if)\b/, 'else if')),
  'words of another language': changeLine(/ (and|or|not|is|None|in) /, (line) =>
    line.replace(
      / (and|or|not|is|None|in) /,
      (word) => ({ ' and ': ' && ', ' or ': ' || ', ' not ': ' !' })[word] ?? ' => ',
    ),
  ),
  'print as a statement': changeLine(/^\s+\w+\(.+\)$/, (line) => line.replace(/\w+\((.+)\)$/, 'print $1')),
  'braces for a block': changeLine(/:\s*$/, (line) => line.replace(/:\s*$/, ' {')),
  'an assignment for a comparison': changeLine(/^\s*(if|while|elif) .*==/, (line) => line.replace('==', '=')),
  'a comparison for an assignment': changeLine(/ = /, (line) => line.replace(' = ', ' === ')),
  'a keyword for a name': changeLine(/\bself\b/, (line) => line.replace('self', 'class')),
  'a default before a plain parameter': changeLine(/def \w+\(\w+, \w/, (line) =>
    line.replace(/\((\w+),/, '($1=None,'),
  ),
  'a positional argument after a named one': changeLine(/\w\(\w+, \w/, (line) =>
    line.replace(/\((\w+),/, '(a=$1,'),
  ),
  'an except of its own': changeLine(/^\s*try:/, (line) => line.replace('try:', 'except Exception:')),
  'a number with letters': changeLine(/\b\d+\b/, (line) => line.replace(/\b\d+\b/, '0$&px')),
  'a typographic quote': changeLine(/['"]/, (line) => line.replace(/['"]/, '’')),
  'a no-break space': changeLine(/\w \w/, (line) => line.replace(/(\w) (\w)/, '$1\u00A0$2')),
};

import { type NamePattern, parseName } from './name-pattern.ts';

/** A glob in the syntax of `.gitignore`, read once. */
export type PathRule = {
  /** As it was written; refusals quote it. */
  readonly source: string;
  /** It makes an exception to the rules before it. */
  readonly lifts: boolean;
  /** It ends with a slash: only folders are meant. */
  readonly folderOnly: boolean;
  /** `disk`: the parts begin at the top of the disk; `roots`: in each allowed folder. */
  readonly from: 'disk' | 'roots';
  readonly parts: readonly PathPart[];
};

/** `**` matches any number of names. */
export type PathPart = NamePattern | '**';

export type Places = {
  /** What `~` means. */
  readonly home: string;
  /** The path with its links followed, as far as it exists. */
  realPath(path: string): string;
};

/** So many globs may the braces of one make. */
const MAX_ALTERNATIVES = 100;

/** Reads a glob; braces make several rules of it. Throws a RangeError that says what is wrong. */
export function parseRules(glob: string, places: Places, { lifts = false } = {}): PathRule[] {
  const isException = glob.startsWith('!');
  const body = isException ? glob.slice(1) : glob;
  if (isException && lifts) throw new RangeError('it begins with `!`, and it is an exception already');
  return alternatives(body).flatMap((one) => rulesOf(one, glob, isException || lifts, places));
}

/** The same for a path: the rule means this path and nothing else, whatever its characters. */
export function ruleFor(path: string, source: string, places: Places): PathRule[] {
  return rulesOf(escapeGlob(path), source, false, places);
}

/** A glob that matches a path literally. */
export function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}!#~ ]/g, '\\$&');
}

function rulesOf(body: string, source: string, lifts: boolean, places: Places): PathRule[] {
  const folderOnly = body.endsWith('/');
  const text = folderOnly ? body.slice(0, -1) : body;
  const inHome = text === '~' || text.startsWith('~/');
  const isAbsolute = text.startsWith('/');
  const names = partsOf(inHome ? text.slice(1) : text);
  if (names.length === 0 && !inHome) throw new RangeError('it names nothing');
  const common = { source, lifts, folderOnly };
  const onDisk = (base: string, rest: readonly string[]): PathRule => ({
    ...common,
    from: 'disk',
    parts: [...literals(base), ...rest.map(partOf)],
  });
  if (inHome) return withRealPlace(places.home, names, places).map(([base, rest]) => onDisk(base, rest));
  const inRoots: PathRule = { ...common, from: 'roots', parts: names.map(partOf) };
  if (isAbsolute)
    return [inRoots, ...withRealPlace('', names, places).map(([base, rest]) => onDisk(base, rest))];
  if (names.length === 1) return [onDisk('', ['**', ...names])];
  return names[0] === '**' ? [onDisk('', names)] : [inRoots];
}

/** What a rule names literally may be, or be below, a link: then it means the place that the link leads to, too. */
function withRealPlace(
  base: string,
  names: readonly string[],
  places: Places,
): [base: string, rest: readonly string[]][] {
  const wild = names.findIndex((name) => name === '**' || parseName(fold(name)).literal === undefined);
  const count = wild === -1 ? names.length : wild;
  const literal = [base, ...names.slice(0, count).map((name) => name.replace(/\\(.)/g, '$1'))].join('/');
  const rest = names.slice(count);
  return [...new Set([literal, places.realPath(literal)])].map((place) => [place, rest]);
}

function literals(path: string): PathPart[] {
  return segmentsOf(path).map((name) => ({ literal: name, tokens: [] }));
}

function partsOf(text: string): string[] {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw new RangeError('it contains `..`; write the path without it');
  return names;
}

function partOf(name: string): PathPart {
  return /^\*\*+$/.test(name) ? '**' : parseName(withoutEnd(fold(name)));
}

/** `a{b,c}` → `ab`, `ac`. */
function alternatives(text: string): string[] {
  if (!text.includes('{')) return [text];
  let done = [''];
  let rest = text;
  for (;;) {
    const braces = /^((?:\\.|[^\\{])*)\{((?:\\.|[^\\{}])*)\}/s.exec(rest);
    if (!braces) return done.map((one) => one + rest);
    const [all, before, inside] = braces as unknown as [string, string, string];
    const choices = inside.split(/(?<!\\),/);
    const grown = choices.length > 1 ? choices : [`\\{${inside}\\}`];
    if (done.length * grown.length > MAX_ALTERNATIVES)
      throw new RangeError(`its braces make more than ${MAX_ALTERNATIVES} globs`);
    done = done.flatMap((one) => grown.map((choice) => one + before + choice));
    rest = rest.slice(all.length);
  }
}

/** Characters that HFS+ leaves out when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Equal for all names that any usual file system takes for the same: rules hold whatever the case. */
export function fold(name: string): string {
  // Most names are plain; the long way takes ten times as long.
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase();
  return name.normalize('NFC').replace(IGNORED, '').toUpperCase().toLowerCase().normalize('NFC');
}

/** The names of an absolute path, as rules compare them. */
export function segmentsOf(path: string): string[] {
  return fold(path)
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .map(withoutEnd);
}

/** Windows leaves out dots and spaces at the end of a name. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name[end - 1]!) && name[end - 2] !== '\\') end--;
  return end === 0 ? name : name.slice(0, end);
}

import { type Glob, type GlobPart, literalName, parseGlob } from './glob.ts';

/** A glob in the syntax of `.gitignore`, read once, with its names folded. */
export type PathRule = {
  /** As it was written; refusals quote it. */
  readonly source: string;
  /** It makes an exception to the rules before it. */
  readonly lifts: boolean;
  readonly onlyFolders: boolean;
  /** `disk`: the parts begin at the top of the disk; `roots`: in each allowed folder. */
  readonly from: 'disk' | 'roots';
  readonly parts: readonly GlobPart[];
};

export type Places = {
  /** What `~` means. */
  readonly home: string;
  /** The path with its links followed, as far as it exists. */
  realPath(path: string): string;
};

/** Limit of the globs that the braces of one expand to. */
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
  const inHome = body === '~' || body.startsWith('~/');
  const isPlace = inHome || body.startsWith('/');
  const names = (inHome ? body.slice(1) : body).split('/').filter((name) => name !== '' && name !== '.');
  if (names.length === 0 && !inHome) throw new RangeError('it names nothing');
  const { parts, isAnchored } = globOf(names.map(foldedGlob), isPlace);
  const onlyFolders = body.endsWith('/');
  const rule = (from: PathRule['from'], parts: PathRule['parts']) => ({
    source,
    lifts,
    onlyFolders,
    from,
    parts,
  });
  if (!isAnchored || (parts[0] === '**' && !inHome)) return [rule('disk', parts)];
  const inRoots = inHome ? [] : [rule('roots', parts)];
  if (!isPlace) return inRoots;
  // What a rule names literally may be, or be below, a link: then it means the place that the link leads to, too.
  const literal = literalStart(globOf(names, true).parts);
  const path = [inHome ? places.home : '', ...literal].join('/');
  const ways = [...new Set([path, places.realPath(path)])];
  const rest = parts.slice(literal.length);
  return [...inRoots, ...ways.map((way) => rule('disk', [...literalParts(way), ...rest]))];
}

function globOf(names: readonly string[], isPlace: boolean): Glob {
  const text = names.join('/');
  if (/\[[^\]]*\[:\w*:\]/.test(text))
    throw new RangeError('named classes such as `[:alpha:]` are not supported; write `[a-z]`');
  const glob = parseGlob(isPlace ? `/${text}` : text);
  if ('problem' in glob) throw new RangeError(glob.problem);
  if (glob.parts.some((part) => part !== '**' && part.literal === '..'))
    throw new RangeError('it contains `..`; write the path without it');
  // A place without names is the home itself.
  return { ...glob, isAnchored: isPlace || glob.isAnchored };
}

function literalStart(parts: readonly GlobPart[]): string[] {
  const wild = parts.findIndex((part) => part === '**' || part.literal === undefined);
  const start = wild === -1 ? parts : parts.slice(0, wild);
  return start.flatMap((part) => (part === '**' ? [] : (part.literal ?? [])));
}

/** The names of an absolute path as parts of a glob. */
export function literalParts(path: string): GlobPart[] {
  return segmentsOf(path).map(literalName);
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
function foldName(name: string): string {
  // Most names are plain; the long way takes ten times as long.
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase();
  return name.normalize('NFC').replace(IGNORED, '').toUpperCase().toLowerCase().normalize('NFC');
}

/** The names of an absolute path, as rules compare them. */
export function segmentsOf(path: string): string[] {
  return foldName(path)
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .map(withoutEnd);
}

/** A name that only holds what is left out stays, and matches nothing. */
function foldedGlob(name: string): string {
  return withoutEnd(foldName(name)) || name;
}

/** Windows leaves out dots and spaces at the end of a name. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name[end - 1]!) && name[end - 2] !== '\\') end--;
  return end === 0 ? name : name.slice(0, end);
}

import { columnsOf, depthIn, type IndentUnit, indentOf, isBlank } from '../../text/indentation.ts';

/** An old line and the file's line that it means. */
export type LinePair = { readonly oldIndex: number; readonly oldLine: string; readonly fileLine: string };

/** A new line that has its place already: as it was given, and as it is written. */
export type FittedLine = { readonly given: string; readonly fitted: string };

export type Reindenter = {
  /** The file's indentation is what was quoted, so new lines are taken as they are. */
  readonly isIdentity: boolean;
  /** Each old indentation has one counterpart in the file. */
  readonly isConsistent: boolean;
  /**
   * A new line as it must be indented before this line of the old text, after these lines of the same change; undefined
   * if that cannot be known.
   */
  fit(newLine: string, oldIndex: number, above?: readonly FittedLine[]): string | undefined;
  /** The one line that is indented otherwise than quoted, if all others are as quoted. */
  readonly stray: LinePair | undefined;
  /** What is quoted deeper is deeper in the file: a change of depth can be carried over. */
  readonly isSensible: boolean;
  /** What happens to new lines, in words. */
  readonly note: string | undefined;
};

export type Units = {
  readonly quoted: IndentUnit | undefined;
  readonly file: IndentUnit | undefined;
  /** How much deeper a line of the file is that continues the one above. */
  readonly continued?: string | undefined;
};

/**
 * Carries indentation from the quotation over to the file, by the pairs of lines that are known to correspond. The
 * units are only asked for where these do not say it.
 */
export function createReindenter(pairs: readonly LinePair[], units: () => Units): Reindenter {
  const solid = pairs.filter(({ oldLine }) => !isBlank(oldLine));
  const counterparts = new Map<string, Set<string>>();
  for (const { oldLine, fileLine } of solid) {
    const quoted = indentOf(oldLine);
    counterparts.set(quoted, (counterparts.get(quoted) ?? new Set()).add(indentOf(fileLine)));
  }
  const stray = strayOf(solid);
  const isOrdered = isInOrder(solid, (above, below) => above <= below);
  const isIdentity = stray !== undefined || solid.every(hasSameIndent);
  return {
    isIdentity,
    isConsistent: [...counterparts.values()].every((indents) => indents.size === 1),
    note: isIdentity ? undefined : noteFor(solid),
    stray,
    isSensible: isIdentity || isInOrder(solid, (above, below) => above < below),
    fit(newLine, oldIndex, above = []) {
      if (isBlank(newLine))
        return isIdentity ? newLine : newLine && (onlyOne(counterparts.get(newLine)) ?? '');
      if (isIdentity) return stray && isBeside(stray, newLine, oldIndex) ? undefined : newLine;
      if (!isOrdered) return undefined;
      const known = counterparts.get(indentOf(newLine));
      if (known?.size === 1) return [...known][0]! + newLine.trimStart();
      const indent = known
        ? indentBetween(solid, oldIndex, newLine)
        : carried(solid, oldIndex, newLine, above, isShift(solid) ? NO_UNITS : units());
      return indent === undefined ? undefined : indent + newLine.trimStart();
    },
  };
}

const NO_UNITS: Units = { quoted: undefined, file: undefined };

/**
 * Whether all lines are moved by as many spaces, and this cannot be another unit: they have several depths, or one that
 * either text has at the left margin.
 */
function isShift(pairs: readonly LinePair[]): boolean {
  const depths = pairs
    .filter(({ oldLine }) => !STAR.test(oldLine))
    .map(({ oldLine, fileLine }) => [indentOf(oldLine), indentOf(fileLine)] as const);
  if (depths.some(([quoted, file]) => /\t/.test(quoted + file))) return false;
  if (new Set(depths.map(([quoted, file]) => file.length - quoted.length)).size !== 1) return false;
  return (
    new Set(depths.map(([quoted]) => quoted)).size > 1 ||
    depths.some(([quoted, file]) => quoted === '' || file === '')
  );
}

function onlyOne(indents: ReadonlySet<string> | undefined): string | undefined {
  return indents?.size === 1 ? [...indents][0] : undefined;
}

/** Whether depths in the file are in the order of the quoted ones; the stars of comments are at columns of their own. */
function isInOrder(pairs: readonly LinePair[], follows: (less: number, more: number) => boolean): boolean {
  const plain = pairs.filter(({ oldLine }) => !STAR.test(oldLine));
  const depths = (plain.length > 1 ? plain : pairs)
    .map(({ oldLine, fileLine }) => [columnsOf(indentOf(oldLine)), columnsOf(indentOf(fileLine))] as const)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return depths.every(([quoted, file], i) => {
    const previous = depths[i - 1];
    return previous === undefined || previous[0] === quoted || follows(previous[1], file);
  });
}

function hasSameIndent({ oldLine, fileLine }: LinePair): boolean {
  return indentOf(oldLine) === indentOf(fileLine);
}

/** One line among several that is indented otherwise than quoted says nothing about the new ones. */
function strayOf(pairs: readonly LinePair[]): LinePair | undefined {
  const same = pairs.filter(hasSameIndent);
  const [stray, ...more] = pairs.filter((pair) => !hasSameIndent(pair));
  if (!stray || more.length > 0 || same.length < 2 || pairs.every(({ oldLine }) => indentOf(oldLine) === ''))
    return undefined;
  const isIndented = ({ oldLine }: LinePair) => indentOf(oldLine) !== '';
  const isOne =
    same.some(isIndented) || same.some(({ fileLine }) => indentOf(fileLine) === indentOf(stray.fileLine));
  return isOne ? stray : undefined;
}

/** Beside a line that has another depth than quoted, a new line of its quoted depth could have either. */
function isBeside(stray: LinePair, newLine: string, oldIndex: number): boolean {
  const isNext = stray.oldIndex === oldIndex || stray.oldIndex === oldIndex - 1;
  return isNext && indentOf(newLine) === indentOf(stray.oldLine);
}

export function unitsOf(quotedLines: readonly string[], fileLines: readonly string[]): Units {
  return { quoted: unitOf(quotedLines), file: unitOf(fileLines), continued: continuationOf(fileLines) };
}

function continuationOf(lines: readonly string[]): string | undefined {
  const votes = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    const above = lines[i - 1];
    if (above === undefined || isBlank(line) || !GOES_ON.test(above)) continue;
    const [before, indent] = [indentOf(above), indentOf(line)];
    if (indent.startsWith(before) && indent !== before) {
      const step = indent.slice(before.length);
      votes.set(step, (votes.get(step) ?? 0) + 1);
    }
  }
  return mostVoted(votes);
}

const OPENS = /(?:[{([:]|=>|->|\b(?:then|do|else|begin))\s*$/;
const STAR = /^\s*\*/;
const SIZES = [2, 4, 8, 3];

/**
 * The unit of indentation, by the steps after lines that open a block: continued lines and the stars of a comment line
 * up with something else. Where nothing opens one, any step that could be a unit.
 */
function unitOf(lines: Iterable<string>): IndentUnit | undefined {
  const [opened, other] = [new Map<string, number>(), new Map<string, number>()];
  let previous: string | undefined;
  for (const line of lines) {
    if (isBlank(line) || STAR.test(line)) continue;
    const [before, indent] = [previous === undefined ? '' : indentOf(previous), indentOf(line)];
    const step = indent.startsWith(before) ? indent.slice(before.length) : '';
    const unit = step.startsWith('\t') ? '\t' : step;
    const isUnit = unit === '\t' || (/^ +$/.test(unit) && SIZES.includes(unit.length));
    const votes = previous !== undefined && OPENS.test(previous) ? opened : other;
    if (isUnit) votes.set(unit, (votes.get(unit) ?? 0) + 1);
    previous = line;
  }
  return mostVoted(opened) ?? mostVoted(other);
}

function mostVoted(votes: ReadonlyMap<string, number>): string | undefined {
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** From the nearest line above that is no deeper: of the same change, or of the quotation. */
function carried(
  pairs: readonly LinePair[],
  oldIndex: number,
  newLine: string,
  above: readonly FittedLine[],
  units: Units,
): string | undefined {
  const wanted = indentOf(newLine);
  const before = [
    ...pairs.filter((pair) => pair.oldIndex < oldIndex).map(asFitted),
    ...above.filter(({ given }) => !isBlank(given)),
  ];
  const previous = before.at(-1);
  const anchor = before.findLast(({ given }) => wanted.startsWith(indentOf(given)));
  if (anchor) {
    const step = wanted.slice(indentOf(anchor.given).length);
    return (
      indentOf(anchor.fitted) +
      (anchor === previous ? stepOf(step, anchor.given, units) : translated(step, units))
    );
  }
  const nearest = previous ?? pairs.map(asFitted)[0];
  return nearest ? carriedFrom(nearest, wanted, units) : wanted;
}

function asFitted({ oldLine, fileLine }: LinePair): FittedLine {
  return { given: oldLine, fitted: fileLine };
}

/**
 * More than two levels at once are none: the line lines up with something above, column by column. So does a line that
 * continues the one above, if it begins below a word of it or where such lines of the file begin, and a line of a string.
 */
function stepOf(step: string, above: string, units: Units): string {
  const unit = units.quoted ?? units.file;
  if (unit === undefined || step.includes('\t')) return translated(step, units);
  if (/^[^`]*`[^`]*$/.test(above)) return step;
  const inUnits = translated(step, units);
  if (columnsOf(step) > 2 * columnsOf(unit))
    return linesUp(above, inUnits.length) && !linesUp(above, step.length) ? inUnits : step;
  const isContinued = GOES_ON.test(above) && (step === units.continued || linesUp(above, step.length));
  return isContinued ? step : inUnits;
}

const GOES_ON = /[-+*/%=<>|&?.,\\]\s*$/;

/** Whether a word, a string or a bracket of this line begins so far from its first one. */
function linesUp(line: string, step: number): boolean {
  const text = line.trim();
  return step > 0 && /^[\s([{]$/.test(text.charAt(step - 1)) && /^\S$/.test(text.charAt(step));
}

/** Where lines of one quoted depth have several in the file, only a line between two of the same depth is sure. */
function indentBetween(pairs: readonly LinePair[], oldIndex: number, newLine: string): string | undefined {
  const isAlike = (pair: LinePair) => indentOf(pair.oldLine) === indentOf(newLine);
  const before = pairs.findLast((pair) => pair.oldIndex < oldIndex && isAlike(pair));
  const after = pairs.find((pair) => pair.oldIndex >= oldIndex && isAlike(pair));
  const indent = before && indentOf(before.fileLine);
  if (!before || !after || indent !== indentOf(after.fileLine)) return undefined;
  const isBracketed = /[{([:,]$/.test(before.fileLine.trimEnd()) || /[{([:]$|^[})\]]/.test(newLine.trim());
  return isBracketed ? undefined : indent;
}

/** From a line that is deeper than the new one. */
function carriedFrom({ given, fitted }: FittedLine, wanted: string, units: Units): string {
  const [quoted, file] = [indentOf(given), indentOf(fitted)];
  if (wanted.startsWith(quoted)) return file + translated(wanted.slice(quoted.length), units);
  const less = quoted.startsWith(wanted) ? translated(quoted.slice(wanted.length), units) : undefined;
  if (less !== undefined && file.endsWith(less)) return file.slice(0, file.length - less.length);
  return less !== undefined && file.length <= less.length ? '' : file;
}

/** A step of the quotation's unit in the file's. */
function translated(step: string, { quoted, file }: Units): string {
  if (file === undefined) return step;
  const depth = depthIn(step, quoted ?? file);
  return depth === undefined ? step : file.repeat(depth);
}

function noteFor(pairs: readonly LinePair[]): string {
  const shifts = new Set(
    pairs.map(({ oldLine, fileLine }) => shiftOf(indentOf(oldLine), indentOf(fileLine))),
  );
  const [shift] = shifts;
  return shifts.size === 1 && shift ? `new text ${shift}` : "new text indented as the file's lines are";
}

function shiftOf(quoted: string, file: string): string | undefined {
  if (/^ *$/.test(quoted + file)) {
    const by = file.length - quoted.length;
    return by === 0 ? undefined : `shifted by ${by} spaces`;
  }
  return /^\t*$/.test(quoted + file) ? `shifted by ${file.length - quoted.length} tabs` : undefined;
}

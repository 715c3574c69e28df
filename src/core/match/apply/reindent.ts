import { depthIn, type IndentUnit, indentOf, inferUnit, isBlank } from '../../text/indentation.ts';

/** An old line and the file's line that it stands for. */
export type LinePair = { readonly oldIndex: number; readonly oldLine: string; readonly fileLine: string };

export type Reindenter = {
  /** The file's indentation is what was quoted, so new lines are taken as they are. */
  readonly isIdentity: boolean;
  /** Each old indentation has one counterpart in the file. */
  readonly isConsistent: boolean;
  /** A new line as it must be indented near this line of the old text; undefined if that cannot be known. */
  fit(newLine: string, nearOldIndex: number): string | undefined;
  /** What happens to new lines, in words. */
  readonly note: string | undefined;
};

export type Units = { readonly quoted: IndentUnit | undefined; readonly file: IndentUnit | undefined };

/**
 * Carries indentation from the quotation over to the file, by the pairs of lines that are known to correspond. The
 * units are only asked for where these do not tell.
 */
export function createReindenter(pairs: readonly LinePair[], units: () => Units): Reindenter {
  const solid = pairs.filter(({ oldLine }) => !isBlank(oldLine));
  const counterparts = new Map<string, Set<string>>();
  for (const { oldLine, fileLine } of solid) {
    const quoted = indentOf(oldLine);
    counterparts.set(quoted, (counterparts.get(quoted) ?? new Set()).add(indentOf(fileLine)));
  }
  const isIdentity = solid.every(hasSameIndent) || hasOneStray(solid);
  const isConsistent = [...counterparts.values()].every((indents) => indents.size === 1);
  return {
    isIdentity,
    isConsistent,
    note: isIdentity ? undefined : noteFor(solid),
    fit(newLine, nearOldIndex) {
      if (isIdentity || isBlank(newLine)) return newLine;
      const known = counterparts.get(indentOf(newLine));
      if (known?.size === 1) return [...known][0]! + newLine.trimStart();
      const indent = known
        ? indentBetween(solid, nearOldIndex, newLine)
        : carriedNear(solid, nearOldIndex, newLine, units());
      return indent === undefined ? undefined : indent + newLine.trimStart();
    },
  };
}

function hasSameIndent({ oldLine, fileLine }: LinePair): boolean {
  return indentOf(oldLine) === indentOf(fileLine);
}

/** One line among several that is indented otherwise than quoted says nothing about the new ones. */
function hasOneStray(pairs: readonly LinePair[]): boolean {
  const same = pairs.filter(hasSameIndent);
  const [stray, ...more] = pairs.filter((pair) => !hasSameIndent(pair));
  if (!stray || more.length > 0 || same.length < 2 || pairs.every(({ oldLine }) => indentOf(oldLine) === ''))
    return false;
  const isIndented = ({ oldLine }: LinePair) => indentOf(oldLine) !== '';
  return (
    same.some(isIndented) || same.some(({ fileLine }) => indentOf(fileLine) === indentOf(stray.fileLine))
  );
}

export function unitsOf(quotedLines: readonly string[], fileLines: Iterable<string>): Units {
  return { quoted: inferUnit(quotedLines), file: inferUnit(fileLines) };
}

/** The line before is a better guide than the one behind it. */
function carriedNear(
  pairs: readonly LinePair[],
  oldIndex: number,
  newLine: string,
  units: Units,
): string | undefined {
  const anchor =
    pairs.findLast((pair) => pair.oldIndex < oldIndex) ?? pairs.find((pair) => pair.oldIndex >= oldIndex);
  return anchor ? carriedFrom(anchor, newLine, units) : indentOf(newLine);
}

/** Where the quotation has lost its indentation, only a line between two of the same depth is sure. */
function indentBetween(pairs: readonly LinePair[], oldIndex: number, newLine: string): string | undefined {
  const before = pairs.findLast((pair) => pair.oldIndex < oldIndex);
  const behind = pairs.find((pair) => pair.oldIndex >= oldIndex);
  const indent = before && indentOf(before.fileLine);
  if (!before || !behind || indent !== indentOf(behind.fileLine)) return undefined;
  const isBracketed = /[{([:,]$/.test(before.fileLine.trimEnd()) || /[{([:]$|^[})\]]/.test(newLine.trim());
  return isBracketed ? undefined : indent;
}

function carriedFrom({ oldLine, fileLine }: LinePair, newLine: string, units: Units): string {
  const [quoted, file, wanted] = [indentOf(oldLine), indentOf(fileLine), indentOf(newLine)];
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

import { depthIn, type IndentUnit, indentOf, inferUnit, isBlank } from '../text/indentation.ts';

/** An old line and the file's line that it stands for. */
export type LinePair = { readonly oldIndex: number; readonly oldLine: string; readonly fileLine: string };

export type Reindenter = {
  /** The file's indentation is what was quoted, so new lines are taken as they are. */
  readonly isIdentity: boolean;
  /** Each old indentation has one counterpart in the file. */
  readonly isConsistent: boolean;
  /** A new line as it must be indented near this line of the old text, behind this line of the new one. */
  fit(newLine: string, nearOldIndex: number, previous?: string): string;
  /** What happens to new lines, in words. */
  readonly note: string | undefined;
};

export type Units = { readonly quoted: IndentUnit | undefined; readonly file: IndentUnit | undefined };

/** Carries indentation from the quotation over to the file, by the pairs of lines that are known to correspond. */
export function createReindenter(pairs: readonly LinePair[], units: Units): Reindenter {
  const solid = pairs.filter(({ oldLine }) => !isBlank(oldLine));
  const counterparts = new Map<string, Set<string>>();
  for (const { oldLine, fileLine } of solid) {
    const quoted = indentOf(oldLine);
    counterparts.set(quoted, (counterparts.get(quoted) ?? new Set()).add(indentOf(fileLine)));
  }
  const isIdentity = solid.every(({ oldLine, fileLine }) => indentOf(oldLine) === indentOf(fileLine));
  const isConsistent = [...counterparts.values()].every((indents) => indents.size === 1);
  return {
    isIdentity,
    isConsistent,
    note: isIdentity ? undefined : noteFor(solid),
    fit(newLine, nearOldIndex, previous) {
      if (isIdentity || isBlank(newLine)) return newLine;
      const known = counterparts.get(indentOf(newLine));
      if (known?.size === 1) return [...known][0]! + newLine.trimStart();
      const anchor = nearest(solid, nearOldIndex);
      if (!anchor) return newLine;
      const indent = known
        ? indentBehind(previous ?? anchor.fileLine, newLine, units)
        : carriedFrom(anchor, newLine, units);
      return indent + newLine.trimStart();
    },
  };
}

export function unitsOf(quotedLines: readonly string[], fileLines: Iterable<string>): Units {
  return { quoted: inferUnit(quotedLines), file: inferUnit(fileLines) };
}

/** The line before is a better guide than the one behind it. */
function nearest(pairs: readonly LinePair[], oldIndex: number): LinePair | undefined {
  return (
    pairs.findLast((pair) => pair.oldIndex < oldIndex) ?? pairs.find((pair) => pair.oldIndex >= oldIndex)
  );
}

function carriedFrom({ oldLine, fileLine }: LinePair, newLine: string, units: Units): string {
  const [quoted, file, wanted] = [indentOf(oldLine), indentOf(fileLine), indentOf(newLine)];
  if (wanted.startsWith(quoted)) return file + translated(wanted.slice(quoted.length), units);
  const less = quoted.startsWith(wanted) ? translated(quoted.slice(wanted.length), units) : undefined;
  if (less !== undefined && file.endsWith(less)) return file.slice(0, file.length - less.length);
  return less !== undefined && file.length <= less.length ? '' : file;
}

/** Where the quotation has lost its indentation, brackets and colons tell it. */
function indentBehind(previous: string, line: string, { file = '    ' }: Units): string {
  const indent = indentOf(previous);
  const opens = /[{([:]$/.test(previous.trimEnd());
  const closes = /^[})\]]/.test(line.trimStart());
  if (opens === closes) return indent;
  if (opens) return indent + file;
  return indent.endsWith(file) ? indent.slice(0, indent.length - file.length) : indent;
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

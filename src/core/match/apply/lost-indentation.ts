import type { LineHunk } from '../../text/compare/line-diff.ts';
import { indentOf, isBlank } from '../../text/indentation.ts';
import type { Quotation } from '../quotation.ts';
import { isBuiltLike } from './fitted-lines.ts';

/** An edit of nothing but indentation, which cannot be made elsewhere than quoted. */
export function changesOnlyIndentation({ hunks, oldLines, newLines }: Quotation): boolean {
  const trimmed = (all: readonly string[], from: number, to: number) =>
    all
      .slice(from, to)
      .map((line) => line.trim())
      .join('\n');
  return (
    hunks.length > 0 &&
    hunks.every(
      ({ oldStart, oldEnd, newStart, newEnd }) =>
        trimmed(oldLines, oldStart, oldEnd) === trimmed(newLines, newStart, newEnd),
    )
  );
}

/**
 * Whether both texts have lost their indentation, and the new one has lines whose depth cannot be known. With `isShifted`
 * all of the old lines are at one depth in the file, so that it may as well have been moved as a whole.
 */
export function hasLostIndentation(
  quotation: Quotation,
  isShifted: boolean,
  depthInFile: (oldIndex: number) => string | undefined,
): boolean {
  const { hunks, oldLines, newLines } = quotation;
  const depths = new Set([...oldLines, ...newLines].filter((line) => !isBlank(line)).map(indentOf));
  if (depths.size > 1 || (isShifted && !depths.has(''))) return false;
  return hunks.some((hunk) => {
    const added = newLines.slice(hunk.newStart, hunk.newEnd).filter((line) => !isBlank(line));
    const after = newLines.slice(hunk.newEnd).find((line) => !isBlank(line));
    if (isShifted) return added.some((line, i) => opensNothing(line, added[i + 1] ?? after));
    if (isLineByLine(quotation, hunk)) return false;
    const replaced = Array.from({ length: hunk.oldEnd - hunk.oldStart }, (_, i) =>
      depthInFile(hunk.oldStart + i),
    );
    const isUneven = new Set(replaced.filter((depth) => depth !== undefined)).size > 1;
    return added.length > 0 && (isUneven || added.some((line) => NESTS.test(line)));
  });
}

/** Each new line is built like the old one that it replaces, and none lines up with the bracket above it. */
function isLineByLine({ oldLines, newLines }: Quotation, hunk: LineHunk): boolean {
  const { oldStart, oldEnd, newStart, newEnd } = hunk;
  if (oldEnd - oldStart !== newEnd - newStart) return false;
  const pairs = oldLines.slice(oldStart, oldEnd).map((line, i) => [line, newLines[newStart + i]!] as const);
  const above = oldLines[oldStart - 1] ?? '';
  return (
    pairs.every(([a, b]) => isBuiltLike(a, b)) &&
    ![above, ...pairs.flat()].some((line) => LINES_UP.test(line))
  );
}

function opensNothing(line: string, next: string | undefined): boolean {
  if (next === undefined || !OPENS_BLOCK.test(line) || /^\s*[})\]]/.test(next)) return false;
  return indentOf(next).length <= indentOf(line).length;
}

const OPENS_BLOCK = /[{([]\s*$|^\s*(?:def|class|if|elif|else|for|while|try|except|finally|with)\b.*:\s*$/;
/** What follows is often lined up with the bracket. */
const LINES_UP = /\([^)]*,\s*$/;
/** Lines that are rarely at the depth of their neighbours. */
const NESTS =
  /^(?:#|[|&+?:.,)\]}<*]|(?:if|elif|elsif|else|for|while|do|try|catch|finally|switch|case|default|function|local function|def|class|end|begin|fn|fun|func|unless|until|when|match|with)\b)|(?:[{([,:=]|=>|->|\|\||&&|\b(?:then|do|else))\s*$|^[^`]*`[^`]*$/;

import type { LineHunk } from '../../text/compare/line-diff.ts';
import { indentOf, isBlank } from '../../text/indentation.ts';
import type { Quotation } from '../quotation.ts';
import { isBuiltLike } from './fitted-lines.ts';
import { bracketsOf, leavesBracketOpen } from './line-brackets.ts';

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
    if (changesNesting(quotation, hunk)) return true;
    if (isShifted) return goesDeeper(quotation, hunk);
    if (isLineByLine(quotation, hunk)) return false;
    const replaced = Array.from({ length: hunk.oldEnd - hunk.oldStart }, (_, i) =>
      depthInFile(hunk.oldStart + i),
    );
    const isUneven = new Set(replaced.filter((depth) => depth !== undefined)).size > 1;
    const added = newLines.slice(hunk.newStart, hunk.newEnd).filter((line) => !isBlank(line));
    return added.length > 0 && (isUneven || added.some(nests));
  });
}

/** Whether the line that is kept after a change comes after the beginning of a block in one of the texts only. */
function changesNesting({ oldLines, newLines }: Quotation, { oldEnd, newEnd }: LineHunk): boolean {
  const kept = oldLines.slice(oldEnd).find((line) => !isBlank(line));
  if (kept === undefined || CLOSES.test(kept)) return false;
  const opens = (lines: readonly string[]) => OPENS_BLOCK.test(lastSolid(lines) ?? '');
  return opens(oldLines.slice(0, oldEnd)) !== opens(newLines.slice(0, newEnd));
}

/** Each new line is built like the old one that it replaces, and none lines up with the bracket above it. */
function isLineByLine({ oldLines, newLines }: Quotation, hunk: LineHunk): boolean {
  const { oldStart, oldEnd, newStart, newEnd } = hunk;
  if (oldEnd - oldStart !== newEnd - newStart) return false;
  const [removed, added] = [oldLines.slice(oldStart, oldEnd), newLines.slice(newStart, newEnd)];
  const above = lastSolid(oldLines.slice(0, oldStart)) ?? '';
  const isLast = (i: number) => i === added.length - 1;
  return (
    removed.every((line, i) => isSameShape(line, added[i]!) && (isLast(i) || opensAsMuch(line, added[i]!))) &&
    ![above, ...removed, ...added.slice(0, -1)].some(leavesBracketOpen)
  );
}

function isSameShape(a: string, b: string): boolean {
  return (
    isBuiltLike(a, b) &&
    bracketsOf(a).closed === bracketsOf(b).closed &&
    endOf(a) === endOf(b) &&
    CONTINUES.test(a) === CONTINUES.test(b) &&
    NESTS.test(a.trim()) === NESTS.test(b.trim())
  );
}

function opensAsMuch(a: string, b: string): boolean {
  return bracketsOf(a).opened === bracketsOf(b).opened;
}

/** Whether a new line, in a text that is flush left, belongs deeper than the line above it. */
function goesDeeper({ oldLines, newLines }: Quotation, { newStart, newEnd }: LineHunk): boolean {
  const quoted = oldLines.filter((line) => !isBlank(line));
  // What the file has at one depth is so in new lines too.
  const isUsualEnd = (end: string) => quoted.slice(0, -1).some((line) => endOf(line) === end);
  const isUsualStart = quoted.slice(1).some((line) => CONTINUES.test(line));
  return newLines.slice(newStart, newEnd).some((line, i) => {
    if (isBlank(line)) return false;
    const above = lastSolid(newLines.slice(0, newStart + i)) ?? '';
    const isInBlock = endOf(above) !== '' && !isUsualEnd(endOf(above)) && !CLOSES.test(line);
    return isInBlock || leavesBracketOpen(above) || (CONTINUES.test(line) && !isUsualStart);
  });
}

function lastSolid(lines: readonly string[]): string | undefined {
  return lines.findLast((line) => !isBlank(line));
}

/** What a line ends with that makes the next one deeper. */
function endOf(line: string): string {
  return OPEN_END.exec(line)?.[0].trim() ?? '';
}

/** Whether a new line is rarely at the depth of its neighbours, or the line after it is. */
function nests(line: string): boolean {
  const { opened, closed } = bracketsOf(line);
  return opened > 0 || closed > 0 || NESTS.test(line);
}

const OPENS_BLOCK = /[{([:]\s*$|\b(?:then|do|begin)\s*$|^\s*(?:(?:if|for|while)\b.*\)|else)\s*$/;
const CLOSES = /^\s*(?:[})\]]|(?:else|elif|except|catch|finally|end|fi|done|esac)\b)/;
const OPEN_END = /(?:[{([,:=\\&|+*/?<]|=>|->|\b(?:then|do|else))\s*$/;
/** A line that goes on with the one above it, an item of a list, or a directive of a preprocessor. */
const CONTINUES =
  /^\s*(?:\*|[|&?]|\.(?!\.)|\+(?!\+)|->|- |#(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|import|pragma|region|endregion)\b)/;
const NESTS =
  /^(?:#|[|&+?:.,)\]}<*]|(?:if|elif|elsif|else|for|while|do|try|catch|finally|switch|case|default|function|local function|def|class|end|begin|fn|fun|func|unless|until|when|match|with)\b)|(?:[{([,:=]|=>|->|\|\||&&|\b(?:then|do|else))\s*$|^[^`]*`[^`]*$/;

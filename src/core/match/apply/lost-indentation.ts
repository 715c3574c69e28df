import type { LineHunk } from '../../text/compare/line-diff.ts';
import { indentOf, isBlank } from '../../text/indentation.ts';
import type { Quotation } from '../quotation.ts';
import { isBuiltLike } from './fitted-lines.ts';
import { bracketsOf, linesUpNext } from './line-brackets.ts';

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
    if (isShifted) return goesDeeper(quotation, hunk);
    if (isLineByLine(quotation, hunk)) return false;
    const replaced = Array.from({ length: hunk.oldEnd - hunk.oldStart }, (_, i) =>
      depthInFile(hunk.oldStart + i),
    );
    const isUneven = new Set(replaced.filter((depth) => depth !== undefined)).size > 1;
    const added = newLines.slice(hunk.newStart, hunk.newEnd).filter((line) => !isBlank(line));
    return added.length > 0 && (isUneven || added.some((line) => NESTS.test(line)));
  });
}

/** Each new line is built like the old one that it replaces, and none lines up with the bracket above it. */
function isLineByLine({ oldLines, newLines }: Quotation, hunk: LineHunk): boolean {
  const { oldStart, oldEnd, newStart, newEnd } = hunk;
  if (oldEnd - oldStart !== newEnd - newStart) return false;
  const pairs = oldLines.slice(oldStart, oldEnd).map((line, i) => [line, newLines[newStart + i]!] as const);
  const above = oldLines.slice(0, oldStart).findLast((line) => !isBlank(line)) ?? '';
  return pairs.every(isSameShape) && ![above, ...pairs.flat()].some(linesUpNext);
}

/** What comes after one line is as deep as what comes after the other. */
function isSameShape([a, b]: readonly [string, string]): boolean {
  const [mine, theirs] = [bracketsOf(a), bracketsOf(b)];
  return (
    isBuiltLike(a, b) &&
    mine.opened === theirs.opened &&
    mine.closed === theirs.closed &&
    lastOf(a) === lastOf(b)
  );
}

/** What a line ends with that says how deep the next one is. */
function lastOf(line: string): string {
  return /(?:[{([,:=\\]|=>|->|\|\||&&|\b(?:then|do|else))\s*$/.exec(line)?.[0].trim() ?? '';
}

/** Whether a new line, in a text that is flush left, belongs deeper than the line above it, or that one does. */
function goesDeeper({ oldLines, newLines }: Quotation, { newStart, newEnd }: LineHunk): boolean {
  const solid = newLines.map((text, i) => ({ text, isNew: i >= newStart && i < newEnd })).filter(isSolid);
  const quoted = oldLines.filter((line) => !isBlank(line));
  return solid.some((line, i) => {
    const above = solid[i - 1];
    if (!above || !(line.isNew || above.isNew)) return false;
    // What the file has at one depth is so in new lines too.
    const isUsual = quoted.some((one, at) => at > 0 && continues(one) && continues(line.text));
    return (
      opensNothing(above.text, line.text) || linesUpNext(above.text) || (continues(line.text) && !isUsual)
    );
  });
}

function isSolid({ text }: { readonly text: string }): boolean {
  return !isBlank(text);
}

function opensNothing(line: string, next: string): boolean {
  return OPENS_BLOCK.test(line) && !/^\s*[})\]]/.test(next);
}

/** Whether a line goes on with the one above it, and so is mostly deeper. */
function continues(line: string): boolean {
  return /^\s*(?:\*|\|\||&&|\?|\.(?!\.)|\+(?!\+)|\|>|->)/.test(line);
}

const OPENS_BLOCK = /[{([]\s*$|^\s*(?:def|class|if|elif|else|for|while|try|except|finally|with)\b.*:\s*$/;
/** Lines that are rarely at the depth of their neighbours. */
const NESTS =
  /^(?:#|[|&+?:.,)\]}<*]|(?:if|elif|elsif|else|for|while|do|try|catch|finally|switch|case|default|function|local function|def|class|end|begin|fn|fun|func|unless|until|when|match|with)\b)|(?:[{([,:=]|=>|->|\|\||&&|\b(?:then|do|else))\s*$|^[^`]*`[^`]*$/;

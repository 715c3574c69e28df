import { columnsOf, indentOf, isBlank } from '../../text/indentation.ts';
import type { LineHunk } from '../../text/line-diff.ts';
import { codeTokens, isComment, isSameCode, isString } from '../../text/tokens.ts';
import type { Alignment } from '../apply/project.ts';
import { isHeading } from '../enclosing.ts';
import type { Source } from '../matcher.ts';
import type { Quotation } from '../quotation.ts';
import { isMisspelt } from './misspelling.ts';

/**
 * Whether the lines that open the blocks in which something changes are quoted as they are: a block with another name
 * or condition is another block. A slip of the pen will do, and other parameters of a function with that name.
 */
export function namesItsBlocks({ lines }: Source, quotation: Quotation, alignment: Alignment): boolean {
  return openersOf(quotation).every((i) => {
    const quoted = withoutComments(quotation.oldLines[i]!);
    if (quoted === '') return true;
    const inFile = alignment[i] === -1 ? '' : withoutComments(lines.lineAt(alignment[i]!));
    return (
      isSameCode(quoted, inFile) ||
      isMisspelt(quoted, inFile, lines.text) ||
      isSameDeclaration(quoted, inFile, lines.text)
    );
  });
}

/** A section of TOML or INI, whose lines are no deeper than its name. */
const SECTION = /^\s*\[.*\]\s*$/;

/** The quoted lines that are less deep than what changes below them, and than all between. */
function openersOf(quotation: Quotation): number[] {
  return [...new Set(quotation.hunks.flatMap((hunk) => openersAbove(quotation, hunk)))];
}

function openersAbove({ oldLines, newLines }: Quotation, hunk: LineHunk): number[] {
  const changed = [
    ...oldLines.slice(hunk.oldStart, hunk.oldEnd),
    ...newLines.slice(hunk.newStart, hunk.newEnd),
  ];
  let depth = Math.min(...changed.filter((line) => !isBlank(line)).map(depthOf));
  const openers: number[] = [];
  for (let i = hunk.oldStart - 1; i >= 0; i--) {
    const line = oldLines[i]!;
    const isOpener = depthOf(line) < depth || (openers.length === 0 && SECTION.test(line));
    if (isBlank(line) || !isOpener) continue;
    openers.push(i);
    depth = depthOf(line);
  }
  return openers;
}

function depthOf(line: string): number {
  return columnsOf(indentOf(line));
}

function withoutComments(line: string): string {
  const end = codeTokens(line).find(isComment)?.start;
  return line.slice(0, end).trim();
}

/** The only one of its name in the file. */
function isSameDeclaration(quoted: string, inFile: string, text: string): boolean {
  const [head, other] = [headOf(quoted), headOf(inFile)];
  if (head === undefined || other === undefined || !isSameCode(head, other)) return false;
  return text.indexOf(other) === text.lastIndexOf(other) && isSameCode(stringsIn(quoted), stringsIn(inFile));
}

/** What stands before its parameters, with the bracket. */
function headOf(line: string): string | undefined {
  return isHeading(line) && line.includes('(') ? line.slice(0, line.indexOf('(') + 1) : undefined;
}

function stringsIn(line: string): string {
  return codeTokens(line)
    .filter(isString)
    .map(({ text }) => text)
    .join(' ');
}

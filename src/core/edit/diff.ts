import {
  countLines,
  type LineMark,
  lineEndAt,
  lineNumberAt,
  lineStartAt,
  linesBack,
  linesOn,
} from '../text/lines.ts';
import { maxResultLines } from '../text/result-limits.ts';
import { visibleLine } from '../text/visible-text.ts';
import { spliceEdits, type TextEdit } from './text-edit.ts';

const CONTEXT = 3;
const PLAIN_NAME = /^[\w./ -]+$/;

/** The last line of a diff that does not show the whole change. */
function cutNotice(why = 'the change is larger than is shown'): string {
  return `\\ The diff is cut here: ${why}\n`;
}

export const DIFF_CUT = cutNotice();

/** Whole lines of the old text that become other whole lines. */
type Block = { readonly start: number; readonly end: number; readonly newText: string };

/** A diff as text; `isCut` if it does not show the whole change, which its last line then says. */
export type DiffText = { readonly text: string; readonly isCut: boolean };

export type LineDiff = DiffText & { readonly added: number; readonly removed: number };

export type DiffOptions = {
  /** Changed lines beyond this limit are left out, and a line starting with `\` says so. */
  readonly maxCharacters?: number;
  readonly known?: LineMark;
};

/** A unified diff made from the edits themselves, which must be sorted, so that its cost follows the change and not the file. */
export function diffOfEdits(
  path: string,
  text: string,
  edits: readonly TextEdit[],
  options: DiffOptions = {},
): LineDiff {
  const blocks = toBlocks(text, edits).map((block) => withoutCommonLines(text, block));
  const changed = blocks.filter(({ start, end, newText }) => end > start || newText !== '');
  const added = sum(changed.map(({ newText }) => countLines(newText)));
  const removed = sum(changed.map(({ start, end }) => countLines(text.slice(start, end))));
  if (changed.length === 0) return { text: '', isCut: false, added, removed };
  // A name must not look like lines of the diff.
  const name = PLAIN_NAME.test(path) ? path : visibleLine(path);
  const hunks = toHunks(text, changed, options);
  return { text: `--- ${name}\n+++ ${name}\n${hunks.text}`, isCut: hunks.isCut, added, removed };
}

/** A diff within a limit: whole lines of it, and a last line that says that it is cut and why. */
export function cutDiff(diff: DiffText, maxCharacters: number, why?: string): DiffText {
  const lastLine = linesOn(diff.text, 0, maxResultLines(maxCharacters));
  if (diff.text.length <= maxCharacters && diff.text.length === lastLine) return diff;
  const end = Math.min(lastLine, diff.text.lastIndexOf('\n', maxCharacters) + 1);
  return { text: diff.text.slice(0, end) + cutNotice(why), isCut: true };
}

/** The smallest single edit that turns one text into the other. */
export function editBetween(before: string, after: string): TextEdit {
  const start = commonStart(before, after);
  const tail = commonEnd(before, after, Math.min(before.length, after.length) - start);
  return { span: { start, end: before.length - tail }, newText: after.slice(start, after.length - tail) };
}

function toBlocks(text: string, edits: readonly TextEdit[]): Block[] {
  const groups: { start: number; end: number; edits: TextEdit[] }[] = [];
  for (const edit of edits) {
    const group = groups.at(-1);
    const start = lineStartAt(text, edit.span.start);
    if (group && start < group.end) {
      group.edits.push(edit);
      group.end = Math.max(group.end, endOfTouchedLines(text, edit));
    } else {
      groups.push({ start, end: endOfTouchedLines(text, edit), edits: [edit] });
    }
  }
  return groups.map(({ start, end, edits }) => ({
    start,
    end,
    newText: spliceEdits(text, edits, { start, end }),
  }));
}

/** An edit of whole lines does not touch the line after it. */
function endOfTouchedLines(text: string, edit: TextEdit): number {
  const { start, end } = edit.span;
  const atLineStarts = lineStartAt(text, start) === start && lineStartAt(text, end) === end;
  const leavesNextLine = edit.newText.endsWith('\n') || (edit.newText === '' && end > start);
  return atLineStarts && leavesNextLine ? end : lineEndAt(text, end);
}

function withoutCommonLines(text: string, { start, end, newText }: Block): Block {
  const oldText = text.slice(start, end);
  const head = lineStartAt(oldText, commonStart(oldText, newText));
  const tail = wholeLinesAtEnd(oldText.slice(head), newText.slice(head));
  return { start: start + head, end: end - tail, newText: newText.slice(head, newText.length - tail) };
}

/** How many characters of whole lines both texts end with; both begin at a line start. */
function wholeLinesAtEnd(a: string, b: string): number {
  const common = commonEnd(a, b, Math.min(a.length, b.length));
  const atLineStart = (text: string) => text.length === common || text[text.length - common - 1] === '\n';
  if (atLineStart(a) && atLineStart(b)) return common;
  const firstBreak = a.indexOf('\n', a.length - common);
  return firstBreak === -1 ? 0 : a.length - firstBreak - 1;
}

function commonStart(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function commonEnd(a: string, b: string, limit: number): number {
  let length = 0;
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length++;
  return length;
}

function toHunks(text: string, blocks: readonly Block[], options: DiffOptions): DiffText {
  const { maxCharacters = Number.POSITIVE_INFINITY } = options;
  let { known } = options;
  let hunks = '';
  let shift = 0;
  for (const group of groupNear(text, blocks)) {
    const start = linesBack(text, group[0]!.start, CONTEXT);
    const end = linesOn(text, group.at(-1)!.end, CONTEXT);
    const newText = spliceEdits(text, group.map(toEdit), { start, end });
    const [oldCount, newCount] = [countLines(text.slice(start, end)), countLines(newText)];
    const oldStart = lineNumberAt(text, start, known);
    known = { offset: start, line: oldStart };
    hunks += `@@ -${range(oldStart, oldCount)} +${range(oldStart + shift, newCount)} @@\n`;
    hunks += bodyOf(text, start, end, group, maxCharacters - hunks.length);
    if (hunks.length > maxCharacters) return { text: hunks + DIFF_CUT, isCut: true };
    shift += newCount - oldCount;
  }
  return { text: hunks, isCut: false };
}

function toEdit({ start, end, newText }: Block): TextEdit {
  return { span: { start, end }, newText };
}

/** Blocks whose contexts would touch share a hunk. */
function groupNear(text: string, blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const previous = groups.at(-1)?.at(-1);
    if (previous && isNear(text, previous.end, block.start)) groups.at(-1)!.push(block);
    else groups.push([block]);
  }
  return groups;
}

function isNear(text: string, end: number, start: number): boolean {
  return end >= start || linesOn(text, end, 2 * CONTEXT) >= start;
}

function bodyOf(text: string, start: number, end: number, group: readonly Block[], room: number): string {
  let body = '';
  let position = start;
  for (const block of group) {
    body += marked(' ', text.slice(position, block.start));
    body += marked('-', upTo(text.slice(block.start, block.end), room - body.length));
    body += marked('+', upTo(block.newText, room - body.length));
    if (body.length > room) return body;
    position = block.end;
  }
  return body + marked(' ', text.slice(position, end));
}

/** The beginning of a text that is too long, a little over the limit so that the cut is noticed. */
function upTo(text: string, room: number): string {
  return text.length <= room ? text : text.slice(0, lineEndAt(text, Math.max(0, room)));
}

function marked(mark: string, text: string): string {
  if (text === '') return '';
  const isWhole = text.endsWith('\n');
  const lines = (isWhole ? text.slice(0, -1) : text).replaceAll('\n', `\n${mark}`);
  return `${mark}${lines}\n${isWhole ? '' : '\\ No newline at end of file\n'}`;
}

/** A side without lines names the line before it, as `diff -u` does. */
function range(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

import type { Budget } from '../../text/compare/budget.ts';
import { diffLines, type LineHunk } from '../../text/compare/line-diff.ts';
import { tokenize } from '../../text/tokens.ts';
import { type DecodedToken, decodedByFile } from './decoded-by-file.ts';
import {
  escapedLines,
  escapeTokens,
  stringsWithEscapes,
  unescaped,
  unescapedChange,
  unescapedOutsideStrings,
} from './unescape.ts';

/** Both texts of a call. */
export type Texts = { readonly oldText: string; readonly newText: string };

/**
 * Both texts with one level of escapes taken off. The file decides which escapes of the old text are its own; what both
 * texts share is read alike. Where the file does not have the text to the letter, all escapes are taken off, or
 * those outside of strings. What would have to be guessed in changed lines is left out.
 */
export function textsWithoutEscapes({ oldText, newText }: Texts, text: string, budget: Budget): Texts[] {
  if (!oldText.includes('\\')) return [];
  const decoded = decodedByFile(text, oldText, budget);
  if (decoded) return present([asInFile(decoded, newText)]);
  const ways = present(
    [unescaped, unescapedOutsideStrings].map((asOld) => inOneWay(oldText, newText, asOld)),
  );
  return ways.filter((way, i) => i === 0 || way.oldText !== ways[0]!.oldText);
}

function present(texts: readonly (Texts | undefined)[]): Texts[] {
  return texts.filter((one) => one !== undefined);
}

/** Lines as written, each with what the file has for it, and for the break after it. */
type DecodedLine = {
  readonly raw: string;
  readonly tokens: readonly DecodedToken[];
  readonly lineBreak: string;
};

function decodedLines(tokens: readonly DecodedToken[]): DecodedLine[] {
  const lines: { raw: string; tokens: DecodedToken[]; lineBreak: string }[] = [];
  const open = () => lines.push({ raw: '', tokens: [], lineBreak: '' });
  open();
  for (const token of tokens) {
    const line = lines.at(-1)!;
    if (token.raw === '\\n') {
      line.lineBreak = token.inFile;
      open();
    } else {
      line.raw += token.raw;
      line.tokens.push(token);
    }
  }
  return lines;
}

/** The new text, with what it shares with the old one as the file has it. */
function asInFile(decoded: readonly DecodedToken[], newText: string): Texts | undefined {
  const [oldLines, newLines] = [decodedLines(decoded), escapedLines(newText)];
  const isOfCode = decoded.some(({ raw, inFile }) => raw.startsWith('\\') && raw === inFile);
  const asOld = isOfCode ? unescapedOutsideStrings : unescaped;
  const lines: string[] = [];
  const breaks: string[] = [];
  const copy = (from: number, to: number) => {
    for (const line of oldLines.slice(from, to)) {
      lines.push(line.tokens.map(({ inFile }) => inFile).join(''));
      breaks.push(line.lineBreak);
    }
  };
  let at = 0;
  for (const hunk of diffLines(
    oldLines.map(({ raw }) => raw),
    newLines,
  )) {
    copy(at, hunk.oldStart);
    const changed = changedLines(oldLines, newLines, hunk, asOld);
    if (!changed) return undefined;
    lines.push(...changed.lines);
    breaks.push(...changed.breaks);
    at = hunk.oldEnd;
  }
  copy(at, oldLines.length);
  const last = lines.length - 1;
  return {
    oldText: decoded.map(({ inFile }) => inFile).join(''),
    newText: lines.map((line, i) => (i === last ? line : line + (breaks[i] || '\n'))).join(''),
  };
}

type ChangedLines = { readonly lines: readonly string[]; readonly breaks: readonly string[] };

/** Line for line what stays in a changed line is as in the file; others are read by themselves. */
function changedLines(
  oldLines: readonly DecodedLine[],
  newLines: readonly string[],
  { oldStart, oldEnd, newStart, newEnd }: LineHunk,
  asOld: (text: string) => string,
): ChangedLines | undefined {
  const [before, after] = [oldLines.slice(oldStart, oldEnd), newLines.slice(newStart, newEnd)];
  const whole = after.join('\\n');
  // Where a string of the code goes on, an escape may be one of its own.
  const isInString = [oldLines[oldStart - 1], ...before].some((line) => line?.lineBreak === '\\n');
  if (before.length === after.length && !bringsEscape(before, whole)) {
    const lines = after.map((line, i) => changedLine(before[i]!, line, isInString ? REFUSED : asOld));
    if (lines.every((line) => line !== undefined))
      return { lines, breaks: before.map(({ lineBreak }) => lineBreak) };
  }
  if (isInString) return undefined;
  if (after.length === 0) return { lines: [], breaks: [] };
  const changed = unescapedChange(whole, asOld);
  return changed === undefined ? undefined : { lines: [changed], breaks: ['\n'] };
}

/** Whether the new lines have a string with an escape that the old ones do not have: a line break in it is none. */
function bringsEscape(before: readonly DecodedLine[], whole: string): boolean {
  const quoted = before.map(({ raw }) => raw).join('\\n');
  return stringsWithEscapes(whole).some(({ start, end }) => !quoted.includes(whole.slice(start, end)));
}

const REFUSED = () => undefined;

/** Undefined if the line has an escape that the old one does not have, and it is not known what that means. */
function changedLine(
  { tokens }: DecodedLine,
  line: string,
  asOld: (text: string) => string | undefined,
): string | undefined {
  const known = tokens.flatMap(({ raw, inFile }) =>
    raw.startsWith('\\') ? [{ raw, inFile }] : tokenize(raw).map((word) => ({ raw: word, inFile: word })),
  );
  const words = escapeTokens(line).flatMap((token) => (token.startsWith('\\') ? [token] : tokenize(token)));
  const read: string[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(
    known.map(({ raw }) => raw),
    words,
  )) {
    read.push(...known.slice(at, oldStart).map(({ inFile }) => inFile));
    const fresh = words.slice(newStart, newEnd);
    if (fresh.some((word) => word.startsWith('\\'))) return unescapedChange(line, asOld);
    read.push(...fresh);
    at = oldEnd;
  }
  return [...read, ...known.slice(at).map(({ inFile }) => inFile)].join('');
}

/** Each run of shared lines and each changed one by itself, so that a stray quote confuses nothing but its own lines. */
function inOneWay(oldText: string, newText: string, asOld: (text: string) => string): Texts | undefined {
  const [oldLines, newLines] = [escapedLines(oldText), escapedLines(newText)];
  const [before, after]: [string[], string[]] = [[], []];
  let at = 0;
  const end = { oldStart: oldLines.length, oldEnd: 0, newStart: newLines.length, newEnd: 0 };
  for (const hunk of [...diffLines(oldLines, newLines), end]) {
    const same = oldLines.slice(at, hunk.oldStart);
    if (same.length > 0) {
      before.push(asOld(same.join('\\n')));
      after.push(before.at(-1)!);
    }
    at = hunk.oldEnd;
    if (hunk.oldEnd > hunk.oldStart)
      before.push(asOld(oldLines.slice(hunk.oldStart, hunk.oldEnd).join('\\n')));
    if (hunk.newEnd <= hunk.newStart) continue;
    const changed = unescapedChange(newLines.slice(hunk.newStart, hunk.newEnd).join('\\n'), asOld);
    if (changed === undefined) return undefined;
    after.push(changed);
  }
  return { oldText: before.join('\n'), newText: after.join('\n') };
}

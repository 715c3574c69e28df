import type { TextEdit } from '../../core/edit/text-edit.ts';
import { editedLines } from '../../core/edit/text-edit.ts';
import type { ShownFile } from '../../core/match/evidence.ts';
import { sameBytes } from '../../core/text/document/byte-pattern.ts';
import type { Document } from '../../core/text/document/document.ts';
import { lineEndAt, lineStartAt } from '../../core/text/lines.ts';
import type { Quoted } from '../plan.ts';

const MAX_FILES = 50;
const MAX_BYTES = 64_000_000;
const MAX_CALLS = 100;
/** A longer call is not known again. */
const MAX_CALL_CHARACTERS = 100_000;
/** After more edits at once it is not worth to know which lines moved where. */
const MAX_EDITS = 200;
/** More lines than a result shows at once. */
const MAX_INSERTED_LINES = 20_000;
/** Lines around an edit that its result shows. */
const CONTEXT = 3;

type Version = Pick<Document, 'bytes' | 'encoding'>;
type Shown = { version: Version; lines: Set<number>; readonly calls: Map<string, readonly string[]> };

export type ShownChange = {
  readonly before: Document;
  readonly after: Document;
  readonly edits: readonly TextEdit[];
  readonly quoted: readonly Quoted[];
};

/** What this session's caller was shown of each file: evidence for what its next quotation means. */
export type ShownFiles = {
  /** These lines, from 1, of this version were shown. */
  show(path: string, version: Version, first: number, last: number): void;
  /** A change of ours: what was known before is known in the new version. */
  changed(path: string, change: ShownChange): void;
  /** An undone change: what was known of it no longer holds. */
  forget(path: string): void;
  get(path: string): ShownFile | undefined;
};

export function createShownFiles(): ShownFiles {
  const files = new Map<string, Shown>();

  function keep(path: string, shown: Shown): Shown {
    files.delete(path);
    files.set(path, shown);
    forgetOldest();
    return shown;
  }

  function forgetOldest(): void {
    let bytes = [...files.values()].reduce((sum, { version }) => sum + version.bytes.length, 0);
    for (const [path, { version }] of files) {
      if (files.size === 1 || (files.size <= MAX_FILES && bytes <= MAX_BYTES)) return;
      files.delete(path);
      bytes -= version.bytes.length;
    }
  }

  return {
    show(path, version, first, last) {
      const known = files.get(path);
      const isSame = known !== undefined && sameBytes(known.version.bytes, version.bytes);
      const { lines } = keep(
        path,
        isSame ? known : { version, lines: new Set(), calls: known?.calls ?? new Map() },
      );
      for (let line = first; line <= last; line++) lines.add(line - 1);
    },
    changed(path, { before, after, edits, quoted }) {
      const known = files.get(path);
      const isKnown =
        known !== undefined && known.lines.size > 0 && sameBytes(known.version.bytes, before.bytes);
      const lines = movedLines(isKnown ? known.lines : new Set(), before.text, edits);
      const { bytes, encoding } = after;
      const shown = keep(path, { version: { bytes, encoding }, lines, calls: known?.calls ?? new Map() });
      const calls = quoted.slice(-MAX_CALLS).filter(({ oldText, newText }) => isShort([oldText, newText]));
      const brought = calls.length > 0 ? linesInsertedBy(edits, after.text) : [];
      if (!isShort(brought)) return;
      for (const { oldText, newText } of calls) addCall(shown.calls, callKey(oldText, newText), brought);
    },
    forget: (path) => void files.delete(path),
    get(path) {
      const shown = files.get(path);
      if (!shown) return undefined;
      const { bytes, encoding } = shown.version;
      return {
        text: () => encoding.codec.decode(bytes.subarray(encoding.bom.length)),
        isShown: (index) => shown.lines.has(index),
        linesInsertedBy: (oldText, newText) => shown.calls.get(callKey(oldText, newText)),
      };
    },
  };
}

/** The known lines as numbered after the edits, and the lines around what the edits wrote. */
function movedLines(known: ReadonlySet<number>, text: string, edits: readonly TextEdit[]): Set<number> {
  const moved = new Set<number>();
  if (edits.length > MAX_EDITS) return moved;
  const edited = editedLines(text, edits);
  const added = edited.reduce((lines, { written }) => lines + written.last - written.first + 1, 0);
  if (added > MAX_INSERTED_LINES) return moved;
  for (const index of known) {
    const above = edited.findLast(({ before }) => before.first <= index + 1);
    if (above && index + 1 <= above.before.last) continue;
    moved.add(above ? index + above.after.last - above.before.last : index);
  }
  for (const { written } of edited) {
    const first = Math.max(0, written.first - 1 - CONTEXT);
    for (let index = first; index < written.last + CONTEXT; index++) moved.add(index);
  }
  return moved;
}

/** The whole lines, as they are now, that contain what the edits inserted. */
function linesInsertedBy(edits: readonly TextEdit[], text: string): string[] {
  let shift = 0;
  return edits.flatMap(({ span, newText }) => {
    const start = span.start + shift;
    shift += newText.length - (span.end - span.start);
    if (newText.trim() === '') return [];
    const lines = text.slice(lineStartAt(text, start), lineEndAt(text, start + newText.trimEnd().length));
    return [lines.replaceAll('\r\n', '\n').trim()];
  });
}

function isShort(texts: readonly string[]): boolean {
  return texts.reduce((length, text) => length + text.length, 0) <= MAX_CALL_CHARACTERS;
}

function addCall(calls: Map<string, readonly string[]>, key: string, brought: readonly string[]): void {
  calls.set(key, brought);
  if (calls.size > MAX_CALLS) calls.delete(calls.keys().next().value!);
}

function callKey(oldText: string, newText: string): string {
  const [quoted, wanted] = [oldText, newText].map((text) => text.replaceAll('\r\n', '\n')) as [
    string,
    string,
  ];
  return `${quoted.length}:${quoted}${wanted}`;
}

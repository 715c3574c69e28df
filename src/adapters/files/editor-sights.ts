import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../core/errors.ts';
import type { FileInfo, Files } from '../../ports/files.ts';
import type { EditorPatience } from './editor-patience.ts';
import { type EditorView, utf8Text, viewOf } from './editor-text.ts';

/** Larger files go past the editor: each look at one would be a message of that size. */
const MOST_BYTES = 10_000_000;
/** How long an editor may take to notice that a file it shows has changed on disk. */
const NOTICE_MS = 600;
const NOTICE_STEP_MS = 100;
const REMEMBERED = 1000;

export type Sight =
  | { readonly state: 'editor'; readonly view: EditorView; readonly disk: DiskSide | undefined }
  /** Nothing on disk, and nothing that the editor would show. */
  | { readonly state: 'missing' }
  /** The editor takes no part; `why` tells it where that matters to the caller. */
  | { readonly state: 'disk'; readonly why?: string; readonly isFailure?: boolean };

export type DiskSide = { readonly info: FileInfo; readonly bytes: Uint8Array; readonly text: string };

export const NOT_UTF8 = 'The editor takes only UTF-8 text.';

/** What the editor and the disk show of a file, and whether one of them has changed behind the other. */
export function createEditorSights(disk: Files, editor: EditorPatience, onRemark: (remark: string) => void) {
  const diskSeen = createDiskMemory();
  let last: { path: string; sight: Sight; time: number } | undefined;

  async function look(path: string, mayBeMs = 0): Promise<Sight> {
    if (last?.path === path && performance.now() - last.time < mayBeMs) return last.sight;
    const sight = await lookOnce(path);
    last = { path, sight, time: performance.now() };
    if (sight.state === 'disk' && sight.isFailure) onRemark(`${sight.why} What stands on disk was used.`);
    return sight;
  }

  async function lookOnce(path: string): Promise<Sight> {
    for (let waited = 0; ; waited += NOTICE_STEP_MS) {
      const sight = await lookAt(path, disk, editor);
      if (sight.state !== 'editor') return sight;
      const isClash = !sight.view.isSaved && diskSeen.hasChanged(path, sight.disk?.bytes);
      if (!isClash) {
        diskSeen.remember(path, sight.disk?.bytes);
        return sight;
      }
      if (waited >= NOTICE_MS) throw clash(path);
      await sleep(NOTICE_STEP_MS);
    }
  }

  return {
    /** The last answer serves if it is not older than `mayBeMs`. */
    look,
    /** After a write of ours, so that no change on disk is a surprise. */
    lookAgain: (path: string): Promise<Sight> => lookAt(path, disk, editor),
    /** What the disk holds now is what we expect there. */
    accept: (path: string, side: DiskSide | undefined): void => diskSeen.remember(path, side?.bytes),
    forget(): void {
      last = undefined;
    },
  };
}

async function lookAt(path: string, disk: Files, editor: EditorPatience): Promise<Sight> {
  const info = await disk.info(path);
  if (info && info.kind !== 'file') return { state: 'disk' };
  if (info && info.size > MOST_BYTES) return { state: 'disk', why: 'The file is too large for the editor.' };
  const bytes = info && (await disk.read(path));
  const text = bytes && utf8Text(bytes);
  if (bytes && text === undefined) return { state: 'disk', why: NOT_UTF8 };
  const shown = await editor.tryToRead(path);
  const side = info && { info, bytes: bytes!, text: text! };
  if ('failure' in shown)
    return side ? { state: 'disk', why: shown.failure, isFailure: true } : { state: 'missing' };
  // Editors show a file that does not exist as an empty one.
  if (!side && shown.text === '') return { state: 'missing' };
  return { state: 'editor', view: viewOf(shown.text, side), disk: side };
}

/** What stood on disk when a file was last seen. */
function createDiskMemory() {
  const seen = new Map<string, string>();
  const hashOf = (bytes: Uint8Array | undefined) =>
    bytes ? createHash('sha1').update(bytes).digest('base64') : 'nothing';
  return {
    hasChanged(path: string, bytes: Uint8Array | undefined): boolean {
      const known = seen.get(path);
      return known !== undefined && known !== hashOf(bytes);
    },
    remember(path: string, bytes: Uint8Array | undefined): void {
      seen.delete(path);
      seen.set(path, hashOf(bytes));
      if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value!);
    },
  };
}

function clash(path: string): ToolError {
  return new ToolError(
    'FILE_CHANGED',
    `File changed on disk and in the editor: ${path}. Nothing was written, since one of the two would be lost. ` +
      'Ask the user to save or reload the file in the editor, then read it again.',
    { path },
  );
}

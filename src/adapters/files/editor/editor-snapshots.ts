import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../../core/errors.ts';
import type { FileInfo, Files } from '../../../ports/files.ts';
import { DiskHashes } from './disk-hashes.ts';
import { type EditorView, editorView, utf8Text } from './editor-text.ts';
import type { TimedEditor } from './timed-editor.ts';

/** Larger files are edited on disk: every read through the editor is a message of this size. */
const MAX_BYTES = 10_000_000;
/** How long an editor may take to notice that an open file has changed on disk. */
const RELOAD_MS = 600;
const RELOAD_CHECK_MS = 100;

/** A file as the editor and the disk have it at one moment. */
export type EditorSnapshot =
  | { readonly state: 'editor'; readonly view: EditorView; readonly disk: DiskContent | undefined }
  /** Neither on disk nor in the editor. */
  | { readonly state: 'missing' }
  /** The editor is not used; `why` explains it where that matters to the caller. */
  | { readonly state: 'disk'; readonly why?: string; readonly isFailure?: boolean };

export type DiskContent = { readonly info: FileInfo; readonly bytes: Uint8Array; readonly text: string };

export const NOT_UTF8 = 'The editor accepts only UTF-8 text.';

/** Reads files from editor and disk. Throws if both have changed: there is no version that is safe to edit. */
export class EditorSnapshots {
  readonly #disk: Files;
  readonly #editor: TimedEditor;
  readonly #onRemark: (remark: string) => void;
  readonly #diskHashes = new DiskHashes();
  #last: { path: string; snapshot: EditorSnapshot; time: number } | undefined;

  constructor(disk: Files, editor: TimedEditor, onRemark: (remark: string) => void) {
    this.#disk = disk;
    this.#editor = editor;
    this.#onRemark = onRemark;
  }

  /** Returns the last snapshot if it is of this path and not older than `maxAgeMs`. */
  async read(path: string, maxAgeMs = 0): Promise<EditorSnapshot> {
    const last = this.#last;
    if (last?.path === path && performance.now() - last.time < maxAgeMs) return last.snapshot;
    const snapshot = await this.#readConsistent(path);
    this.#last = { path, snapshot, time: performance.now() };
    if (snapshot.state === 'disk' && snapshot.isFailure)
      this.#onRemark(`${snapshot.why} The version on disk was used.`);
    return snapshot;
  }

  /** After a write of ours: a changed file on disk is expected then. */
  reread(path: string): Promise<EditorSnapshot> {
    return takeSnapshot(path, this.#disk, this.#editor);
  }

  /** From now on this content is expected on disk. */
  accept(path: string, disk: DiskContent | undefined): void {
    this.#diskHashes.remember(path, disk?.bytes);
  }

  forgetLast(): void {
    this.#last = undefined;
  }

  async #readConsistent(path: string): Promise<EditorSnapshot> {
    for (let waited = 0; ; waited += RELOAD_CHECK_MS) {
      const snapshot = await takeSnapshot(path, this.#disk, this.#editor);
      if (snapshot.state !== 'editor') return snapshot;
      const bytes = snapshot.disk?.bytes;
      if (snapshot.view.isSaved || !this.#diskHashes.hasChanged(path, bytes)) {
        this.#diskHashes.remember(path, bytes);
        return snapshot;
      }
      if (waited >= RELOAD_MS) throw changedTwice(path);
      await sleep(RELOAD_CHECK_MS);
    }
  }
}

async function takeSnapshot(path: string, disk: Files, editor: TimedEditor): Promise<EditorSnapshot> {
  const info = await disk.info(path);
  if (info && info.kind !== 'file') return { state: 'disk' };
  if (info && info.size > MAX_BYTES) return { state: 'disk', why: 'The file is too large for the editor.' };
  const bytes = info && (await disk.read(path));
  const text = bytes && utf8Text(bytes);
  if (bytes && text === undefined) return { state: 'disk', why: NOT_UTF8 };
  const shown = await editor.read(path);
  const content = info && { info, bytes: bytes!, text: text! };
  if ('failure' in shown)
    return content ? { state: 'disk', why: shown.failure, isFailure: true } : { state: 'missing' };
  // Editors return an empty text for a file that does not exist.
  if (!content && shown.text === '') return { state: 'missing' };
  return { state: 'editor', view: editorView(shown.text, content), disk: content };
}

function changedTwice(path: string): ToolError {
  return new ToolError(
    'FILE_CHANGED',
    `File changed on disk and in the editor: ${path}. Nothing was written, since one of the two would be lost. ` +
      'Ask the user to save or reload the file in the editor, then read it again.',
    { path },
  );
}

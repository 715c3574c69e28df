import { createHash } from 'node:crypto';
import { ToolError } from '../../core/errors.ts';
import type { EditorConnection } from '../../ports/editor.ts';
import type { FileInfo, Files, StagedFile } from '../../ports/files.ts';
import { type DiskContent, EditorSnapshots, NOT_UTF8 } from './editor/editor-snapshots.ts';
import { type EditorView, sameContent, textFor } from './editor/editor-text.ts';
import { EditorTimeoutError, TimedEditor, type Timeouts } from './editor/timed-editor.ts';
import { fileChanged } from './file-errors.ts';

/** How long one snapshot is reused for the next read of the same file. */
const SNAPSHOT_MS = { whole: 200, range: 2000 };

export type EditorFilesOptions = Timeouts & {
  /** Holds the files that the editor cannot handle. */
  readonly disk: Files;
  /** Called with a sentence for the model when the disk was used instead, or the editor changed more than the edit. */
  readonly onRemark?: ((remark: string) => void) | undefined;
};

/** A change that is staged on disk and goes to the editor first. */
type Write = {
  readonly path: string;
  readonly content: Uint8Array;
  readonly replacing: Uint8Array | undefined;
  readonly staged: StagedFile;
};

/** Files as the user of an editor sees them, unsaved text included. The disk is the fallback. */
export class EditorFiles implements Files {
  readonly #disk: Files;
  readonly #editor: TimedEditor;
  readonly #snapshots: EditorSnapshots;
  readonly #onRemark: (remark: string) => void;

  constructor(connection: EditorConnection, { disk, onRemark = () => {}, ...timeouts }: EditorFilesOptions) {
    this.#disk = disk;
    this.#editor = new TimedEditor(connection, timeouts);
    this.#onRemark = onRemark;
    this.#snapshots = new EditorSnapshots(disk, this.#editor, onRemark);
  }

  realPath(path: string) {
    return this.#disk.realPath(path);
  }

  list(path: string) {
    return this.#disk.list(path);
  }

  async info(path: string): Promise<FileInfo | undefined> {
    const snapshot = await this.#snapshots.read(path);
    if (snapshot.state === 'editor') return infoOf(snapshot.view, snapshot.disk);
    return snapshot.state === 'disk' ? this.#disk.info(path) : undefined;
  }

  async read(path: string, range?: { start: number; end: number }): Promise<Uint8Array> {
    const snapshot = await this.#snapshots.read(path, range ? SNAPSHOT_MS.range : SNAPSHOT_MS.whole);
    // For a missing file, the disk reports the reason.
    if (snapshot.state !== 'editor') return this.#disk.read(path, range);
    return new Uint8Array(snapshot.view.bytes.subarray(range?.start, range?.end));
  }

  async stage(path: string, given: Uint8Array, newMode?: number): Promise<StagedFile> {
    const content = new Uint8Array(given);
    // Staging on disk checks the path, makes the folders, and is the fallback if the editor refuses.
    const staged = await this.#disk.stage(path, content, newMode);
    return {
      discard: () => staged.discard(),
      commit: async (replacing) => {
        try {
          return await this.#commit({ path, content, replacing, staged });
        } finally {
          this.#snapshots.forgetLast();
          await staged.discard();
        }
      },
    };
  }

  async remove(path: string, replacing: Uint8Array): Promise<void> {
    const snapshot = await this.#snapshots.read(path);
    this.#snapshots.forgetLast();
    if (snapshot.state === 'disk') return this.#disk.remove(path, replacing);
    if (snapshot.state === 'missing' || !sameContent(snapshot.view.bytes, replacing))
      throw fileChanged(path, 'another program changed or removed it meanwhile');
    if (!snapshot.disk) await this.#clear(path);
    else if (snapshot.view.isSaved) await this.#disk.remove(path, snapshot.disk.bytes);
    else throw fileChanged(path, 'it has unsaved text in the editor');
  }

  /** The protocol cannot close an unsaved file; an empty one counts as missing. */
  async #clear(path: string): Promise<void> {
    const failure = await this.#editor.write(path, '');
    if (failure === undefined) return;
    throw unsavedTextError(path, typeof failure === 'string' ? failure : failure.message);
  }

  async #commit(write: Write): Promise<Uint8Array | undefined> {
    const { path, content, replacing } = write;
    const snapshot = await this.#snapshots.read(path);
    if (snapshot.state === 'disk')
      return this.#commitOnDisk(write, snapshot.isFailure ? undefined : snapshot.why);
    const view = snapshot.state === 'editor' ? snapshot.view : NEW_FILE;
    if (!sameContent(snapshot.state === 'editor' ? view.bytes : undefined, replacing))
      throw fileChanged(path, `another program ${replacing ? 'changed' : 'made'} it meanwhile`);
    const text = textFor(content, view);
    const failure = text === undefined ? NOT_UTF8 : await this.#editor.write(path, text);
    if (failure instanceof EditorTimeoutError) await this.#expectWritten(write, failure);
    else if (failure !== undefined) {
      if (!view.isSaved) throw unsavedTextError(path, failure);
      return this.#commitOnDisk(write, failure);
    }
    return this.#writtenContent(write);
  }

  #commitOnDisk({ staged, replacing }: Write, why: string | undefined): Promise<Uint8Array | undefined> {
    if (why !== undefined) this.#onRemark(`${why} The file was changed on disk.`);
    return staged.commit(replacing);
  }

  async #expectWritten({ path, content }: Write, timeout: EditorTimeoutError): Promise<void> {
    const snapshot = await this.#snapshots.reread(path);
    const isWritten = snapshot.state === 'editor' && sameContent(snapshot.view.bytes, content);
    if (!isWritten) throw timeout.asToolError(path);
  }

  /** Returns the content after the write if it is not the content that was written. */
  async #writtenContent({ path, content, replacing }: Write): Promise<Uint8Array | undefined> {
    const snapshot = await this.#snapshots.reread(path);
    if (snapshot.state !== 'editor') return undefined;
    this.#snapshots.accept(path, snapshot.disk);
    const { bytes } = snapshot.view;
    if (sameContent(bytes, content)) return undefined;
    const isUnchanged = sameContent(bytes, replacing);
    this.#onRemark(isUnchanged ? STILL_OLD : CHANGED_MORE);
    return isUnchanged ? undefined : bytes;
  }
}

const STILL_OLD =
  'The editor accepted the change but still shows the old text: the user may have to save the file there.';
const CHANGED_MORE =
  'The editor changed more than the edit, as a formatter does. Read the lines again before the next edit.';

const NEW_FILE: EditorView = {
  bytes: new Uint8Array(),
  hidesBom: false,
  hidesCarriageReturns: false,
  isSaved: true,
};

/** Unsaved text has no modification time. Its hash serves as one, since callers only compare it. */
function infoOf({ bytes, isSaved }: EditorView, disk: DiskContent | undefined): FileInfo {
  if (isSaved && disk) return disk.info;
  const modifiedMs = createHash('sha1').update(bytes).digest().readUIntBE(0, 6);
  return { kind: 'file', size: bytes.length, modifiedMs };
}

function unsavedTextError(path: string, failure: string): ToolError {
  return new ToolError(
    'IO_ERROR',
    `Not written: ${path} has unsaved text in the editor. ${failure} Ask the user to save the file, then repeat the edit.`,
    { path },
  );
}

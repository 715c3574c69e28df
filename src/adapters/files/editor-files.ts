import { createHash } from 'node:crypto';
import { ToolError } from '../../core/errors.ts';
import type { EditorConnection } from '../../ports/editor.ts';
import type { FileInfo, Files, StagedFile } from '../../ports/files.ts';
import { createEditorPatience, EditorSilent } from './editor-patience.ts';
import { createEditorSights, type DiskSide, NOT_UTF8 } from './editor-sights.ts';
import { type EditorView, sameContent, textFor } from './editor-text.ts';
import { fileChanged } from './file-errors.ts';

/** How long the answer to one question serves the next about the same file. */
const SAME_LOOK_MS = { whole: 200, piece: 2000 };

export type EditorFilesOptions = {
  /** Where the files lie that the editor cannot give. */
  readonly disk: Files;
  /** Told, in a sentence for the model, whenever something else happened than reading and writing in the editor. */
  readonly onRemark?: ((remark: string) => void) | undefined;
  readonly readTimeoutMs?: number | undefined;
  readonly writeTimeoutMs?: number | undefined;
};

/** Files as an editor's user sees them, unsaved text included. The disk serves what the editor cannot. */
export function openEditorFiles(connection: EditorConnection, options: EditorFilesOptions): Files {
  const { disk, onRemark = () => {} } = options;
  const editor = createEditorPatience(connection, options);
  const sights = createEditorSights(disk, editor, onRemark);

  async function stage(path: string, given: Uint8Array): Promise<StagedFile> {
    const content = new Uint8Array(given);
    // It lies ready on disk as well: that checks the place, makes the folders, and is there if the editor refuses.
    const staged = await disk.stage(path, content);
    return {
      discard: () => staged.discard(),
      async commit(replacing) {
        try {
          return await put(path, content, replacing, staged);
        } finally {
          sights.forget();
          await staged.discard();
        }
      },
    };
  }

  async function put(
    path: string,
    content: Uint8Array,
    replacing: Uint8Array | undefined,
    staged: StagedFile,
  ): Promise<Uint8Array | undefined> {
    const sight = await sights.look(path);
    if (sight.state === 'disk') return putOnDisk(staged, replacing, sight.isFailure ? undefined : sight.why);
    const current = sight.state === 'editor' ? sight.view.bytes : undefined;
    if (!sameContent(current, replacing))
      throw fileChanged(path, `another program ${replacing ? 'changed' : 'made'} it meanwhile`);
    const view = sight.state === 'editor' ? sight.view : UNSEEN;
    const text = textFor(content, view);
    const failure = text === undefined ? NOT_UTF8 : await editor.tryToWrite(path, text);
    if (failure instanceof EditorSilent) await confirmWritten(path, content, failure);
    else if (failure !== undefined) {
      if (!view.isSaved) throw wouldLoseText(path, failure);
      return putOnDisk(staged, replacing, failure);
    }
    return settled(path, content, replacing);
  }

  function putOnDisk(staged: StagedFile, replacing: Uint8Array | undefined, why: string | undefined) {
    if (why !== undefined) onRemark(`${why} The file was changed on disk.`);
    return staged.commit(replacing);
  }

  async function confirmWritten(path: string, content: Uint8Array, silent: EditorSilent): Promise<void> {
    const sight = await sights.lookAgain(path);
    const isWritten = sight.state === 'editor' && sameContent(sight.view.bytes, content);
    if (!isWritten) throw silent.asToolError(path);
  }

  /** Gives what the editor has made of the content, if it is something else. */
  async function settled(path: string, content: Uint8Array, replaced: Uint8Array | undefined) {
    const sight = await sights.lookAgain(path);
    if (sight.state !== 'editor') return undefined;
    sights.accept(path, sight.disk);
    const { bytes } = sight.view;
    if (sameContent(bytes, content)) return undefined;
    if (sameContent(bytes, replaced)) {
      onRemark(
        'The editor took the change but still shows the text from before: it may have to be saved there.',
      );
      return undefined;
    }
    onRemark(
      'The editor changed more than was asked, as a formatter does. Read the lines again before the next edit.',
    );
    return bytes;
  }

  async function remove(path: string, replacing: Uint8Array): Promise<void> {
    const sight = await sights.look(path);
    sights.forget();
    if (sight.state === 'disk') return disk.remove(path, replacing);
    if (sight.state === 'missing' || !sameContent(sight.view.bytes, replacing))
      throw fileChanged(path, 'another program changed or removed it meanwhile');
    if (!sight.disk) await empty(path);
    else if (sight.view.isSaved) await disk.remove(path, sight.disk.bytes);
    else throw fileChanged(path, 'it has unsaved text in the editor');
  }

  /** There is no way to close an unsaved file; an empty one counts as missing. */
  async function empty(path: string): Promise<void> {
    const failure = await editor.tryToWrite(path, '');
    if (failure !== undefined) throw wouldLoseText(path, String(failure));
  }

  return {
    realPath: (path) => disk.realPath(path),
    list: (path) => disk.list(path),
    async info(path) {
      const sight = await sights.look(path);
      if (sight.state === 'editor') return infoOf(sight.view, sight.disk);
      return sight.state === 'disk' ? disk.info(path) : undefined;
    },
    async read(path, range) {
      const sight = await sights.look(path, range ? SAME_LOOK_MS.piece : SAME_LOOK_MS.whole);
      // Of what is missing the disk knows best why it cannot be read.
      if (sight.state !== 'editor') return disk.read(path, range);
      return new Uint8Array(sight.view.bytes.subarray(range?.start, range?.end));
    },
    stage,
    remove,
  };
}

const UNSEEN: EditorView = { bytes: new Uint8Array(), hidesBom: false, hidesReturns: false, isSaved: true };

/** Unsaved text has no time of change; its hash takes the place, since all that is asked of it is to differ. */
function infoOf({ bytes, isSaved }: EditorView, disk: DiskSide | undefined): FileInfo {
  if (isSaved && disk) return disk.info;
  const modifiedMs = createHash('sha1').update(bytes).digest().readUIntBE(0, 6);
  return { kind: 'file', size: bytes.length, modifiedMs };
}

function wouldLoseText(path: string, failure: string): ToolError {
  return new ToolError(
    'IO_ERROR',
    `Not written: ${path} has unsaved text in the editor. ${failure} Ask the user to save the file, then repeat the edit.`,
    { path },
  );
}

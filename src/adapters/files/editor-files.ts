import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../core/errors.ts';
import type { EditorConnection } from '../../ports/editor.ts';
import type { FileInfo, Files, StagedFile } from '../../ports/files.ts';
import { createEditorPatience, type EditorPatience, EditorSilent } from './editor-patience.ts';
import { type EditorView, sameContent, textFor, utf8Text, viewOf } from './editor-text.ts';
import { fileChanged } from './file-errors.ts';

/** Larger files go past the editor: each look at one would be a message of that size. */
const MOST_BYTES = 10_000_000;
/** How long an editor may take to notice that a file it shows has changed on disk. */
const NOTICE_MS = 600;
const NOTICE_STEP_MS = 100;
/** How long the answer to one question serves the next about the same file. */
const SAME_LOOK_MS = { whole: 200, piece: 2000 };
const REMEMBERED = 1000;

export type EditorFilesOptions = {
  /** Where the files lie that the editor cannot give. */
  readonly disk: Files;
  /** Told, in a sentence for the model, whenever something else happened than reading and writing in the editor. */
  readonly onRemark?: ((remark: string) => void) | undefined;
  readonly readTimeoutMs?: number | undefined;
  readonly writeTimeoutMs?: number | undefined;
};

type Sight =
  | { readonly state: 'editor'; readonly view: EditorView; readonly disk: DiskSide | undefined }
  /** Nothing on disk, and nothing that the editor would show. */
  | { readonly state: 'missing' }
  /** The editor takes no part; `why` tells it where that matters to the caller. */
  | { readonly state: 'disk'; readonly why?: string; readonly isFailure?: boolean };

type DiskSide = { readonly info: FileInfo; readonly bytes: Uint8Array; readonly text: string };

/** Files as an editor's user sees them, unsaved text included. The disk serves what the editor cannot. */
export function openEditorFiles(connection: EditorConnection, options: EditorFilesOptions): Files {
  const { disk, onRemark = () => {} } = options;
  const editor = createEditorPatience(connection, options);
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
          last = undefined;
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
    const sight = await look(path);
    if (sight.state === 'disk') return putOnDisk(staged, replacing, sight.isFailure ? undefined : sight.why);
    const current = sight.state === 'editor' ? sight.view.bytes : undefined;
    if (!sameContent(current, replacing))
      throw fileChanged(path, `someone else ${replacing ? 'changed' : 'made'} it meanwhile`);
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
    const sight = await lookAt(path, disk, editor);
    const isWritten = sight.state === 'editor' && sameContent(sight.view.bytes, content);
    if (!isWritten) throw silent.asToolError(path);
  }

  /** Gives what the editor has made of the content, if it is something else. */
  async function settled(path: string, content: Uint8Array, replaced: Uint8Array | undefined) {
    const sight = await lookAt(path, disk, editor);
    if (sight.state !== 'editor') return undefined;
    diskSeen.remember(path, sight.disk?.bytes);
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
    const sight = await look(path);
    last = undefined;
    if (sight.state === 'disk') return disk.remove(path, replacing);
    if (sight.state === 'missing' || !sameContent(sight.view.bytes, replacing))
      throw fileChanged(path, 'someone else changed or removed it meanwhile');
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
      const sight = await look(path);
      if (sight.state === 'editor') return infoOf(sight.view, sight.disk);
      return sight.state === 'disk' ? disk.info(path) : undefined;
    },
    async read(path, range) {
      const sight = await look(path, range ? SAME_LOOK_MS.piece : SAME_LOOK_MS.whole);
      // Of what is missing the disk knows best why it cannot be read.
      if (sight.state !== 'editor') return disk.read(path, range);
      return new Uint8Array(sight.view.bytes.subarray(range?.start, range?.end));
    },
    stage,
    remove,
  };
}

const UNSEEN: EditorView = { bytes: new Uint8Array(), hidesBom: false, hidesReturns: false, isSaved: true };
const NOT_UTF8 = 'The editor takes only UTF-8 text.';

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

/** Unsaved text has no time of change; its hash takes the place, since all that is asked of it is to differ. */
function infoOf({ bytes, isSaved }: EditorView, disk: DiskSide | undefined): FileInfo {
  if (isSaved && disk) return disk.info;
  const modifiedMs = createHash('sha1').update(bytes).digest().readUIntBE(0, 6);
  return { kind: 'file', size: bytes.length, modifiedMs };
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

function wouldLoseText(path: string, failure: string): ToolError {
  return new ToolError(
    'IO_ERROR',
    `Not written: ${path} has unsaved text in the editor. ${failure} Ask the user to save the file, then repeat the edit.`,
    { path },
  );
}

import { diffOfEdits, editBetween, type LineDiff } from '../core/edit/diff.ts';
import type { Change, TextEdit } from '../core/edit/text-edit.ts';
import { ToolError } from '../core/errors.ts';
import type { Policy } from '../core/match/cascade.ts';
import type { ShownFile } from '../core/match/evidence.ts';
import type { Charsets } from '../core/text/charsets.ts';
import { applyEdits, type Document, decodeDocument } from '../core/text/document.ts';
import { detectEncoding, type Encoding } from '../core/text/encodings.ts';
import { fitLineEndings } from '../core/text/line-endings.ts';
import { lineNumberAt } from '../core/text/lines.ts';
import type { DirectoryEntry, FileInfo, Files } from '../ports/files.ts';
import type { History, HistoryEntry } from '../ports/history.ts';
import { createFileMemory, rememberingGuess } from './file-memory.ts';
import { type LinePage, type LineRequest, readLines } from './line-reading.ts';
import { displayPath, type PathRules, resolvePath, type WorkspacePath } from './path-rules.ts';
import { createShownFiles, type Quoted } from './shown-files.ts';
import type { TerminalSessions } from './terminal-sessions.ts';
import {
  binaryError,
  changedSinceError,
  existsError,
  noHistoryError,
  readOnlyError,
  refuseNul,
  tooLargeError,
} from './workspace-errors.ts';

export type Limits = {
  /** Larger files are not edited. */
  readonly fileBytes: number;
  /** A view is cut there. */
  readonly viewCharacters: number;
};

export type WorkspaceParts = {
  readonly files: Files;
  readonly history: History;
  readonly charsets: Charsets;
  readonly rules: PathRules;
  readonly limits: Limits;
  readonly readOnly: boolean;
  /** The encoding of files whose bytes do not tell. */
  readonly encoding: string | undefined;
  /** How much a quotation may differ from what it quotes. */
  readonly matching: Policy;
  readonly terminals: TerminalSessions;
};

/** A diff with more characters is of no use to anyone. */
const MOST_DIFF = 1_000_000;

/** Who asks for a change, and how it is called off. */
export type Request = {
  readonly tool: string;
  readonly signal?: AbortSignal | undefined;
  /** Find out what would happen, and write nothing. */
  readonly dryRun?: boolean | undefined;
  /** The edits as the caller asked for them, to know them again. */
  readonly quoted?: readonly Quoted[] | undefined;
};

export type Edited = {
  readonly path: string;
  readonly change: Change;
  readonly diff: LineDiff;
  /** The text that the edits were made in. */
  readonly before: string;
  /** The line in which the first edit begins. */
  readonly firstLine: number;
  /** The edits as they were made, in the order of the text. */
  readonly edits: readonly TextEdit[];
  readonly undoable: boolean;
};

type Described = Pick<Edited, 'before' | 'edits' | 'firstLine' | 'diff'>;

export type Undone = Edited & { readonly entry: HistoryEntry; readonly removed: boolean };

/** The files that an agent works on: every rule about paths, bytes, encodings, locks and undo is kept here. */
export class Workspace {
  readonly limits: Limits;
  readonly readOnly: boolean;
  readonly matching: Policy;
  /** @internal */
  readonly terminals: TerminalSessions;
  readonly #parts: WorkspaceParts;
  readonly #factsOf = createFileMemory();
  readonly #shown = createShownFiles();

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
    this.limits = parts.limits;
    this.readOnly = parts.readOnly;
    this.matching = parts.matching;
    this.terminals = parts.terminals;
  }

  get roots(): readonly string[] | undefined {
    return this.#parts.rules.roots;
  }

  set roots(roots: readonly string[] | undefined) {
    this.#parts.rules.roots = roots;
  }

  resolve(path: string): Promise<WorkspacePath> {
    return resolvePath(path, this.#parts.rules, this.#parts.files);
  }

  /** What stands at a path; undefined if nothing does. */
  async info(path: string): Promise<FileInfo | undefined> {
    return this.#parts.files.info((await this.resolve(path)).real);
  }

  async list(path: string): Promise<DirectoryEntry[]> {
    return this.#parts.files.list((await this.resolve(path)).real);
  }

  async readBytes(path: string): Promise<Uint8Array> {
    const resolved = await this.resolve(path);
    return this.#readWhole(resolved, await this.#fileInfo(resolved));
  }

  async readDocument(path: string): Promise<Document> {
    return this.#open(await this.resolve(path));
  }

  /** Some lines of a file of any size, without reading more of it into memory than needed. */
  async readLines(path: string, request: LineRequest): Promise<LinePage> {
    const resolved = await this.resolve(path);
    const info = await this.#fileInfo(resolved);
    const facts = this.#factsOf(resolved.real, info);
    const source = { ...resolved, size: info.size, fallback: this.#parts.encoding, facts };
    const onSeen = (version: Pick<Document, 'bytes' | 'encoding'>, first: number, last: number) =>
      this.#shown.show(resolved.real, version, first, last);
    return readLines(source, request, { ...this.#parts, onSeen });
  }

  /**
   * Changes one file: `plan` says what, from the document and from what the caller was shown of it. Nothing is
   * written if it throws, or if it plans nothing.
   */
  async edit(
    path: string,
    request: Request,
    plan: (document: Document, shown: ShownFile | undefined) => readonly TextEdit[],
  ): Promise<Edited> {
    const resolved = await this.#resolveToWrite(path);
    return this.#parts.history.exclusively(resolved.real, async () => {
      const document = await this.#open(resolved);
      const edits = plan(document, this.#shown.get(resolved.real)).map(({ span, newText }) => ({
        span,
        newText: fitLineEndings(newText, document.text, span),
      }));
      refuseNul(edits);
      const after = applyEdits(document, edits);
      this.#refuseTooLarge(path, after.bytes.length);
      const describe = () => this.#described(resolved, document.text, edits);
      const change = {
        path: resolved.real,
        before: document.bytes,
        after: after.bytes,
        region: after.region,
      };
      if (request.dryRun || edits.length === 0)
        return { path, change, ...(await describe()), undoable: true };
      const edited = await this.#store(change, describe, request);
      this.#shown.changed(resolved.real, document, after, edited.edits, request.quoted ?? []);
      return edited;
    });
  }

  /** Makes a file that does not exist yet, and the folders above it. */
  async create(path: string, content: string, request: Request): Promise<Edited> {
    const resolved = await this.#resolveToWrite(path);
    return this.#parts.history.exclusively(resolved.real, async () => {
      if (await this.#parts.files.info(resolved.real)) throw existsError(path);
      const edits = [{ span: { start: 0, end: 0 }, newText: content }];
      refuseNul(edits);
      const empty = this.#emptyDocument();
      const after = applyEdits(empty, edits);
      this.#refuseTooLarge(path, after.bytes.length);
      const change = { path: resolved.real, after: after.bytes };
      const describe = () => this.#described(resolved, '', edits);
      if (request.dryRun) return { path, change, ...(await describe()), undoable: true };
      const edited = await this.#store(change, describe, request);
      this.#shown.changed(resolved.real, empty, after, edits, []);
      return edited;
    });
  }

  /** Takes back the newest change of a file, whichever tool made it. */
  async undo(path: string): Promise<Undone> {
    const resolved = await this.#resolveToWrite(path);
    return this.#parts.history.exclusively(resolved.real, async () => {
      const exists = await this.#parts.files.info(resolved.real);
      this.#refuseTooLarge(path, exists?.size ?? 0);
      const current = exists ? await this.#parts.files.read(resolved.real) : undefined;
      const past = await this.#parts.history.lookBack(resolved.real, current);
      if (past.state === 'empty') throw noHistoryError(path);
      if (past.state === 'changed-since') throw changedSinceError(path, past.entry, exists !== undefined);
      await this.#replace({ path: resolved.real, before: current, after: past.before });
      await this.#parts.history.forget(past.entry);
      this.#shown.forget(resolved.real);
      return this.#undone(resolved, past.entry, current, past.before);
    });
  }

  /** The remembered changes, newest first. */
  async log(filter: { path?: string; limit?: number } = {}): Promise<HistoryEntry[]> {
    if (filter.path === undefined) return this.#parts.history.list(filter);
    return this.#parts.history.list({ ...filter, path: (await this.resolve(filter.path)).real });
  }

  async close(): Promise<void> {
    await Promise.all([this.#parts.history.close(), this.terminals.close()]);
  }

  async #resolveToWrite(path: string): Promise<WorkspacePath> {
    if (this.readOnly) {
      throw readOnlyError(path);
    }
    return this.resolve(path);
  }

  async #fileInfo({ given, real }: WorkspacePath): Promise<FileInfo> {
    const info = await this.#parts.files.info(real);
    if (!info) throw new ToolError('FILE_NOT_FOUND', `File not found: ${given}`, { path: given });
    if (info.kind === 'file') return info;
    const what = info.kind === 'directory' ? 'a directory' : 'not a regular file';
    throw new ToolError('NOT_A_FILE', `Not a file: ${given} is ${what}. Give the path of a file.`, {
      path: given,
    });
  }

  async #open(path: WorkspacePath): Promise<Document> {
    const info = await this.#fileInfo(path);
    return this.#decode(path, await this.#readWhole(path, info), info);
  }

  #readWhole(path: WorkspacePath, info: FileInfo): Promise<Uint8Array> {
    this.#refuseTooLarge(path.given, info.size);
    return this.#parts.files.read(path.real);
  }

  #refuseTooLarge(path: string, size: number): void {
    const limit = this.limits.fileBytes;
    if (size <= limit) return;
    throw tooLargeError(path, size, limit);
  }

  async #decode(path: WorkspacePath, bytes: Uint8Array, info?: FileInfo): Promise<Document> {
    const { charsets } = this.#parts;
    const guessing = info ? rememberingGuess(charsets, this.#factsOf(path.real, info)) : charsets;
    const encoding = await detectEncoding(bytes, guessing, this.#parts.encoding);
    if (!encoding) throw binaryError(path.given);
    return decodeDocument(bytes, encoding);
  }

  #emptyDocument(): Document {
    return decodeDocument(new Uint8Array(), this.#utf8());
  }

  #utf8(): Encoding {
    return { codec: this.#parts.charsets.utf8, bom: new Uint8Array(), certain: true };
  }

  async #described({ real }: WorkspacePath, before: string, edits: readonly TextEdit[]): Promise<Described> {
    const path = await displayPath(real, this.#parts.rules, this.#parts.files);
    const ordered = edits.toSorted((a, b) => a.span.start - b.span.start);
    const offset = ordered[0]?.span.start ?? 0;
    const firstLine = lineNumberAt(before, offset);
    const known = { offset, line: firstLine };
    const diff = diffOfEdits(path, before, ordered, { maxCharacters: MOST_DIFF, known });
    return { before, edits: ordered, firstLine, diff };
  }

  /** Describes and remembers the change while its bytes go to the disk, then lets them take their place. */
  async #store(change: Change, describe: () => Promise<Described>, request: Request): Promise<Edited> {
    let described: Described | undefined;
    let entry: HistoryEntry | undefined;
    const remember = async () => {
      described = await describe();
      const { added, removed, text } = described.diff;
      const counts = { linesAdded: added, linesRemoved: removed, diff: text };
      entry = await this.#parts.history.record({ ...change, tool: request.tool, ...counts });
    };
    try {
      await this.#replace(change, remember, request.signal);
    } catch (error) {
      if (entry) await this.#parts.history.forget(entry);
      throw error;
    }
    await this.#parts.history.settle(change.path);
    return { path: change.path, change, ...described!, undoable: entry?.stored !== false };
  }

  async #replace(change: Change, remember = async () => {}, signal?: AbortSignal): Promise<void> {
    if (change.after === undefined) return this.#parts.files.remove(change.path, change.before!);
    const staging = this.#parts.files.stage(change.path, change.after);
    const [, remembered] = await Promise.allSettled([staging, remember()]);
    const staged = await staging;
    try {
      if (remembered.status === 'rejected') throw remembered.reason;
      if (signal?.aborted) throw new ToolError('CANCELLED', `Cancelled: ${change.path} was not changed.`);
      await staged.commit(change.before);
    } catch (error) {
      await staged.discard();
      throw error;
    }
  }

  async #undone(
    path: WorkspacePath,
    entry: HistoryEntry,
    current?: Uint8Array,
    before?: Uint8Array,
  ): Promise<Undone> {
    const change = { path: path.real, before: current, after: before };
    const [from, to] = await Promise.all([
      this.#textOrNothing(path, current),
      this.#textOrNothing(path, before),
    ]);
    const described = await this.#described(path, from, [editBetween(from, to)]);
    return { path: path.real, change, ...described, undoable: false, entry, removed: before === undefined };
  }

  async #textOrNothing(path: WorkspacePath, bytes: Uint8Array | undefined): Promise<string> {
    return bytes ? (await this.#decode(path, bytes).catch(() => this.#emptyDocument())).text : '';
  }
}

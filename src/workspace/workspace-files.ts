import type { Change } from '../core/edit/text-edit.ts';
import { closedError } from '../core/errors.ts';
import type { Policy } from '../core/match/policy.ts';
import type { PathPolicy } from '../core/paths/path-policy.ts';
import type { Masker } from '../core/secrets/masker.ts';
import type { Document } from '../core/text/document/document.ts';
import type { FileInfo } from '../ports/files.ts';
import type { History, HistoryEntry, HistoryEvent, NextUndo } from '../ports/history.ts';
import type { Described, Edited, FileChange, Request, Undone } from './changing/change.ts';
import { describeSides, describeUndo } from './changing/describe-undo.ts';
import { type Drafted, draftFileChange } from './changing/draft-changes.ts';
import { makeChanges } from './changing/make-changes.ts';
import { recordChanges } from './changing/record-changes.ts';
import { lockAll, putBack } from './changing/store-changes.ts';
import { createSyntaxGate, type SyntaxGate } from './changing/syntax-gate.ts';
import { trimHistory } from './changing/trim-history.ts';
import { type MarkedEntry, markEntries, readableTest } from './paths/path-access.ts';
import { absolutePath, resolvePath, resolvePathToWrite } from './paths/path-rules.ts';
import type { WorkspacePath } from './paths/workspace-path.ts';
import type { Planned, Planner } from './plan.ts';
import { Documents } from './reading/document-reading.ts';
import { type LinePage, type LineRequest, readLines } from './reading/line-reading.ts';
import { createShownFiles } from './reading/shown-files.ts';
import { shownHistory } from './shown-history.ts';
import { createTurns } from './turns.ts';
import { changedSinceError, noHistoryError } from './workspace-errors.ts';
import type { Limits, WorkspaceParts } from './workspace-parts.ts';

export type { Edited, Undone } from './changing/change.ts';
export type { Limits, WorkspaceParts } from './workspace-parts.ts';

/** The files that an agent works on: every rule about paths, bytes, encodings, locks and undo is kept here. */
export class WorkspaceFiles {
  readonly limits: Limits;
  readonly matching: Policy;
  /** @internal */
  readonly masker: Masker;
  readonly #parts: WorkspaceParts;
  readonly #documents: Documents;
  readonly #shown = createShownFiles();
  readonly #gate: SyntaxGate;
  readonly #pastShown: Pick<History, 'list' | 'watch'>;
  #rules: PathPolicy;
  #isClosed = false;

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
    this.#rules = parts.rules;
    this.limits = parts.limits;
    this.matching = parts.matching;
    this.#documents = new Documents(parts);
    this.#gate = createSyntaxGate(parts.syntax, parts.syntaxPolicy);
    this.#pastShown = shownHistory({ ...parts, policy: () => this.#rules });
    this.masker = parts.masker;
  }

  get roots(): readonly string[] | undefined {
    return this.#rules.roots;
  }

  set roots(roots: readonly string[] | undefined) {
    this.#rules = { ...this.#rules, roots };
  }

  /** Nothing may be written. */
  get readOnly(): boolean {
    return this.#rules.writable?.length === 0;
  }

  /** Every change is a dry run. */
  get isPreview(): boolean {
    return this.#parts.preview;
  }

  /** A relative path is taken from the root that it can only mean: the only one, or the only one that has it. */
  absolutePath(path: string): Promise<string> {
    return absolutePath(path, this.#rules, this.#parts.files);
  }

  /** The real path; refused outside the roots and where a rule denies it. */
  async resolve(path: string): Promise<WorkspacePath> {
    this.#expectOpen();
    return resolvePath(path, this.#rules, this.#parts.files);
  }

  /** What is at a path; undefined if nothing is. */
  async info(path: string): Promise<FileInfo | undefined> {
    return this.#parts.files.info((await this.#resolveToRead(path)).real);
  }

  async list(path: string): Promise<MarkedEntry[]> {
    const folder = await this.resolve(path);
    return markEntries(folder, await this.#parts.files.list(folder.real), this.#rules, this.#parts.files);
  }

  /** A test for files below the roots that were found without following links: whether they may be read. */
  readableTest(): Promise<(real: string) => boolean> {
    return readableTest(this.#rules, this.#parts.files);
  }

  async readBytes(path: string): Promise<Uint8Array> {
    return this.#documents.bytes(await this.#resolveToRead(path));
  }

  async readDocument(path: string): Promise<Document> {
    return this.#documents.open(await this.#resolveToRead(path));
  }

  /** Some lines of a file of any size, without reading more of it into memory than needed. */
  async readLines(path: string, request: LineRequest): Promise<LinePage> {
    const resolved = await this.#resolveToRead(path);
    const info = await this.#documents.info(resolved);
    const facts = this.#documents.factsOf(resolved, info);
    const source = { ...resolved, size: info.size, fallback: this.#parts.encoding, facts };
    const onSeen = (version: Pick<Document, 'bytes' | 'encoding'>, first: number, last: number) =>
      this.#shown.show(resolved.real, version, first, last);
    return readLines(source, request, { ...this.#parts, onSeen });
  }

  /**
   * Changes one file: `plan` says what, from the document and from what the caller was shown of it. Nothing is
   * written if it throws, or if it plans nothing.
   */
  async edit<P extends Planned<P>>(
    path: string,
    request: Request,
    plan: Planner<P>,
  ): Promise<Edited & { readonly plan: P }> {
    const [edited] = await this.editMany([{ path, plan }], request);
    return edited!;
  }

  /** Changes several files, all or none. */
  async editMany<P extends Planned<P>>(
    items: readonly { path: string; plan: Planner<P> }[],
    request: Request,
  ): Promise<(Edited & { readonly plan: P })[]> {
    const made = await this.change(
      items.map((item) => ({ kind: 'edit' as const, ...item })),
      request,
    );
    return made.map(({ edited, plan }) => ({ ...edited, plan: plan! }));
  }

  /** Edits, creates, moves and removes files, all or none. Of a moved file, the result is about its new path. */
  async change<P extends Planned<P>>(
    changes: readonly FileChange<P>[],
    request: Request,
  ): Promise<{ readonly edited: Edited; readonly plan?: P }[]> {
    const targets = await Promise.all(
      changes.map(async (change) => ({
        change,
        path: await this.#resolveToWrite(change.path),
        to: 'moveTo' in change && change.moveTo ? await this.#resolveToWrite(change.moveTo) : undefined,
      })),
    );
    const paths = targets.flatMap(({ path, to }) => (to ? [path.real, to.real] : [path.real]));
    return lockAll(this.#parts.locks, this.#writesNothing(request) ? [] : paths, async () => {
      const { files, masker } = this.#parts;
      const parts = { files, masker, documents: this.#documents, shown: this.#shown, gate: this.#gate };
      const turns = createTurns();
      const drafted: Drafted<P>[] = [];
      for (const target of targets) {
        drafted.push(await draftFileChange<P>(parts, target, request));
        await turns();
      }
      // What is removed goes last: until then nothing is lost.
      const drafts = [
        ...drafted.map(({ draft }) => draft),
        ...drafted.flatMap(({ removed = [] }) => removed),
      ];
      const edited = await makeChanges(
        { ...this.#parts, ...parts, writesNothing: this.#writesNothing(request) },
        drafts,
        request,
      );
      return drafted.map(({ plan }, at) => ({ edited: edited[at]!, ...(plan && { plan }) }));
    });
  }

  /** Makes a file that does not exist yet, and the folders above it. */
  async create(path: string, content: string, request: Request): Promise<Edited> {
    const [created] = await this.change([{ kind: 'create', path, content }], request);
    return created!.edited;
  }

  /** Takes back the newest change of a file, whichever tool made it. */
  async undo(path: string): Promise<Undone> {
    const resolved = await this.#resolveToWrite(path);
    const dryRun = this.#writesNothing({});
    return lockAll(this.#parts.locks, dryRun ? [] : [resolved.real], async () => {
      const { files, history } = this.#parts;
      const current = await this.#currentBytes(path, resolved.real);
      const next = await history.peekUndo(resolved.real, current, { dryRun });
      if (next.state === 'empty') throw noHistoryError(path);
      if (next.state === 'changed-since') throw changedSinceError(path, next.entry, current !== undefined);
      // Computed first: once the file is restored, nothing may fail any more.
      const undone = await describeUndo(this.#documents, { path: resolved, current, next });
      if (dryRun) return undone;
      const recorded = { tool: 'undo_edit', takesBack: true, changes: [undone.change] };
      await recordChanges(this.#parts, recorded, async () => {
        await putBack(files, resolved.real, current, next.before);
        return [undone];
      });
      await history.forget(next.entry);
      this.#shown.forget(resolved.real);
      return undone;
    });
  }

  /** The real path; refused where no tool may write. */
  async writablePath(path: string): Promise<string> {
    return (await this.#resolveToWrite(path)).real;
  }

  /** Changes of these files were taken back: what was shown of them is out of date, and their history ends before. */
  async restored(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.#shown.forget(path);
    await trimHistory(this.#parts, paths);
  }

  /** What a change does to the text of its file. */
  async describe(change: Change): Promise<Described> {
    return describeSides(this.#documents, await this.resolve(change.path), change);
  }

  /** The remembered changes, newest first; of a file that is denied only that it was changed. */
  async log(filter: { path?: string; limit?: number } = {}): Promise<HistoryEntry[]> {
    this.#expectOpen();
    const path = filter.path === undefined ? {} : { path: (await this.resolve(filter.path)).real };
    return this.#pastShown.list({ ...filter, ...path });
  }

  /** What `undo` would do, without doing it. */
  async peekUndo(path: string): Promise<NextUndo> {
    const { real } = await this.resolve(path);
    return this.#parts.history.peekUndo(real, await this.#currentBytes(path, real), { dryRun: true });
  }

  /** Reports changes as they are made and undone, by any process. Returns a function that stops it. */
  async watchLog(onEvent: (event: HistoryEvent) => void): Promise<() => void> {
    this.#expectOpen();
    return this.#pastShown.watch(onEvent);
  }

  /** Ends all that was loaded; later calls are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { history, syntax } = this.#parts;
    await Promise.all([history.close(), syntax.close()]);
  }

  #expectOpen(): void {
    if (this.#isClosed) throw closedError();
  }

  /** Undefined if there is no file. */
  async #currentBytes(path: string, real: string): Promise<Uint8Array | undefined> {
    const info = await this.#parts.files.info(real);
    this.#documents.refuseTooLarge(path, info?.size ?? 0);
    return info && this.#parts.files.read(real);
  }

  #writesNothing({ dryRun = false }: Pick<Request, 'dryRun'>): boolean {
    return dryRun || this.#parts.preview;
  }

  async #resolveToRead(path: string): Promise<WorkspacePath> {
    if (!this.#isClosed && this.#parts.isReadableAnyway(path))
      return { given: path, real: path, shown: path };
    return this.resolve(path);
  }

  async #resolveToWrite(path: string): Promise<WorkspacePath> {
    this.#expectOpen();
    return resolvePathToWrite(path, this.#rules, this.#parts.files);
  }
}

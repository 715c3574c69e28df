import { editBetween } from '../core/edit/diff.ts';
import type { Change, TextEdit } from '../core/edit/text-edit.ts';
import type { Policy } from '../core/match/cascade.ts';
import type { ShownFile } from '../core/match/evidence.ts';
import type { Charsets } from '../core/text/charsets.ts';
import type { Document } from '../core/text/document.ts';
import type { DirectoryEntry, FileInfo, Files } from '../ports/files.ts';
import type { History, HistoryEntry, HistoryEvent, LookBack } from '../ports/history.ts';
import type { Patterns } from '../ports/patterns.ts';
import type { Syntax } from '../ports/syntax.ts';
import { createDocuments, type Documents } from './document-reading.ts';
import { createDrafts, type Drafted, type Drafts, type Request } from './draft-changes.ts';
import { type LinePage, type LineRequest, readLines } from './line-reading.ts';
import { type PathRules, resolvePath, type WorkspacePath } from './path-rules.ts';
import { createShownFiles } from './shown-files.ts';
import { type Described, putBack, storeChanges } from './store-changes.ts';
import { createSyntaxGate, type SyntaxGate, type SyntaxPolicy, type SyntaxRemark } from './syntax-gate.ts';
import type { TerminalSessions } from './terminal-sessions.ts';
import { createTurns } from './turns.ts';
import {
  changedSinceError,
  closedError,
  existsError,
  noHistoryError,
  readOnlyError,
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
  readonly syntax: Syntax;
  readonly syntaxPolicy: SyntaxPolicy;
  readonly patterns: Patterns;
  readonly terminals: TerminalSessions;
};

/** What to do to a document, given what the caller was shown of it. */
export type Plan = (
  document: Document,
  shown: ShownFile | undefined,
) => readonly TextEdit[] | Promise<readonly TextEdit[]>;

export type Edited = Described & {
  readonly path: string;
  readonly change: Change;
  readonly undoable: boolean;
  readonly syntax?: SyntaxRemark | undefined;
};

export type Undone = Edited & { readonly entry: HistoryEntry; readonly removed: boolean };

/** The files that an agent works on: every rule about paths, bytes, encodings, locks and undo is kept here. */
export class Workspace {
  readonly limits: Limits;
  readonly readOnly: boolean;
  readonly matching: Policy;
  /** Whoever rewrites code by pattern. */
  readonly patterns: Patterns;
  /** @internal */
  readonly terminals: TerminalSessions;
  readonly #parts: WorkspaceParts;
  readonly #documents: Documents;
  readonly #shown = createShownFiles();
  readonly #gate: SyntaxGate;
  readonly #drafts: Drafts;
  #isClosed = false;

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
    this.limits = parts.limits;
    this.readOnly = parts.readOnly;
    this.matching = parts.matching;
    this.patterns = parts.patterns;
    this.#documents = createDocuments(parts);
    this.#gate = createSyntaxGate(parts.syntax, parts.syntaxPolicy);
    this.#drafts = createDrafts(parts, this.#documents, this.#gate);
    this.terminals = parts.terminals;
  }

  get roots(): readonly string[] | undefined {
    return this.#parts.rules.roots;
  }

  set roots(roots: readonly string[] | undefined) {
    this.#parts.rules.roots = roots;
  }

  async resolve(path: string): Promise<WorkspacePath> {
    this.#expectOpen();
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
    return this.#documents.bytes(await this.resolve(path));
  }

  async readDocument(path: string): Promise<Document> {
    return this.#documents.open(await this.resolve(path));
  }

  /** Some lines of a file of any size, without reading more of it into memory than needed. */
  async readLines(path: string, request: LineRequest): Promise<LinePage> {
    const resolved = await this.resolve(path);
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
  async edit(path: string, request: Request, plan: Plan): Promise<Edited> {
    const [edited] = await this.editMany([{ path, plan }], request);
    return edited!;
  }

  /** Changes several files, all or none. */
  async editMany(items: readonly { path: string; plan: Plan }[], request: Request): Promise<Edited[]> {
    const targets = await Promise.all(
      items.map(async ({ path, plan }) => ({ plan, resolved: await this.#resolveToWrite(path) })),
    );
    // What changes nothing need not keep others out.
    const paths = request.dryRun ? [] : targets.map(({ resolved }) => resolved.real);
    return this.#exclusivelyAll(paths, async () => {
      const turns = createTurns();
      const drafts: Drafted[] = [];
      for (const { plan, resolved } of targets) {
        const document = await this.#documents.open(resolved);
        const edits = await plan(document, this.#shown.get(resolved.real));
        drafts.push(this.#drafts.draft(resolved, document, edits, request));
        await turns();
      }
      return this.#make(drafts, request);
    });
  }

  /** Makes a file that does not exist yet, and the folders above it. */
  async create(path: string, content: string, request: Request): Promise<Edited> {
    const resolved = await this.#resolveToWrite(path);
    return this.#exclusivelyAll([resolved.real], async () => {
      if (await this.#parts.files.info(resolved.real)) throw existsError(path);
      const edits = [{ span: { start: 0, end: 0 }, newText: content }];
      const draft = this.#drafts.draft(resolved, undefined, edits, request);
      const [created] = await this.#make([draft], request);
      return created!;
    });
  }

  /** Takes back the newest change of a file, whichever tool made it. */
  async undo(path: string): Promise<Undone> {
    const resolved = await this.#resolveToWrite(path);
    return this.#parts.history.exclusively(resolved.real, async () => {
      const current = await this.#currentBytes(path, resolved.real);
      const past = await this.#parts.history.lookBack(resolved.real, current);
      if (past.state === 'empty') throw noHistoryError(path);
      if (past.state === 'changed-since') throw changedSinceError(path, past.entry, current !== undefined);
      // Worked out first: once the file is back, nothing may fail any more.
      const undone = await this.#undone(resolved, past.entry, current, past.before);
      await putBack(this.#parts.files, resolved.real, current, past.before);
      await this.#parts.history.forget(past.entry);
      this.#shown.forget(resolved.real);
      return undone;
    });
  }

  /** The remembered changes, newest first. */
  async log(filter: { path?: string; limit?: number } = {}): Promise<HistoryEntry[]> {
    this.#expectOpen();
    if (filter.path === undefined) return this.#parts.history.list(filter);
    return this.#parts.history.list({ ...filter, path: (await this.resolve(filter.path)).real });
  }

  /** What undoing a file would find, without any of it. */
  async lookBack(path: string): Promise<LookBack> {
    const { real } = await this.resolve(path);
    return this.#parts.history.lookBack(real, await this.#currentBytes(path, real), { keepAll: true });
  }

  /** Tells of changes as they are made and taken back, by any process. Gives what ends it. */
  async watchLog(tell: (event: HistoryEvent) => void): Promise<() => void> {
    this.#expectOpen();
    return this.#parts.history.watch(tell);
  }

  /** Ends the shells and all that was loaded; later calls are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { history, syntax, patterns } = this.#parts;
    await Promise.all([history.close(), syntax.close(), patterns.close(), this.terminals.close()]);
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

  /** In the order of their names, so that two calls can never wait for each other. */
  async #exclusivelyAll<T>(paths: readonly string[], action: () => Promise<T>): Promise<T> {
    const locking = [...new Set(paths)]
      .sort()
      .reduceRight<() => Promise<T>>(
        (inner, path) => () => this.#parts.history.exclusively(path, inner),
        action,
      );
    return locking();
  }

  /** Lets the changes pass the syntax check, then writes them, unless nothing is to be written. */
  async #make(drafts: readonly Drafted[], request: Request): Promise<Edited[]> {
    if (this.#gate.mayRefuse(request.isTolerant?.() ?? false))
      await Promise.all(drafts.map(({ syntax }) => syntax));
    const toStore = request.dryRun ? [] : drafts.filter(({ edits }) => edits.length > 0);
    const stored = await this.#store(toStore, request);
    return Promise.all(
      drafts.map(async (draft) => {
        const { pending, syntax } = draft;
        const { change, described, undoable } = stored.get(draft) ?? {
          change: pending.change,
          described: await pending.describe(),
          undoable: true,
        };
        return { path: change.path, change, ...described, undoable, syntax: await syntax };
      }),
    );
  }

  async #store(drafts: readonly Drafted[], request: Request) {
    const pending = drafts.map(({ pending }) => pending);
    const stored = await storeChanges(this.#parts, pending, request.signal);
    for (const [i, { pending, before, after, edits }] of drafts.entries()) {
      const { path } = pending.change;
      if (stored[i]!.change === pending.change)
        this.#shown.changed(path, before, after, edits, request.quoted ?? []);
      else this.#shown.forget(path);
    }
    return new Map(drafts.map((draft, i) => [draft, stored[i]!]));
  }

  async #resolveToWrite(path: string): Promise<WorkspacePath> {
    if (this.readOnly) throw readOnlyError(path);
    return this.resolve(path);
  }

  async #undone(
    path: WorkspacePath,
    entry: HistoryEntry,
    current?: Uint8Array,
    before?: Uint8Array,
  ): Promise<Undone> {
    const change = { path: path.real, before: current, after: before };
    const [from, to] = await Promise.all([
      this.#documents.textOf(path, current),
      this.#documents.textOf(path, before),
    ]);
    const described = await this.#drafts.describe(path, from, [editBetween(from, to)]);
    return { path: path.real, change, ...described, undoable: false, entry, removed: before === undefined };
  }
}

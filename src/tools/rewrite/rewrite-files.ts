import type { TextEdit } from '../../core/edit/text-edit.ts';
import { ToolError } from '../../core/errors.ts';
import type { Language } from '../../core/languages/index.ts';
import { createPrefilter, type Prefilter } from '../../core/rewrite/pattern/prefilter.ts';
import type { Span } from '../../core/text/span.ts';
import type { PatternProblem, Patterns, RewriteAnswer } from '../../ports/patterns.ts';
import { type SourceFile, wantedText } from '../../workspace/source-tree.ts';
import { createTurns } from '../../workspace/turns.ts';
import type { FileContext } from '../call/file-context.ts';
import { FileBatches, type LoadedFile } from './file-batches.ts';

export type RewriteContext = FileContext & { readonly patterns: Patterns };

export type Rewrite = { readonly pattern: string; readonly rewrite: string };

export type RewriteInput = Rewrite & {
  readonly path: string;
  readonly language?: string | undefined;
  readonly dry_run?: boolean | undefined;
};

/** A file with matches, or with places that match except for additional code. */
export type FoundFile = SourceFile & {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly places: number;
  readonly unmatchedCode: readonly Span[];
  readonly wouldChangeMeaning: readonly Span[];
};

/** What a rewrite would do to some files. */
export type Findings = {
  readonly found: FoundFile[];
  /** The languages in which the pattern is not valid. */
  readonly problems: Map<Language, PatternProblem>;
  /** The grammars' names for the node that the pattern describes. */
  readonly nodeTypes: Set<string>;
  readonly unread: Unread[];
  readonly skipped: Skipped;
};

/** The numbers of files and folders that a rule denies or protects. */
export type Skipped = { denied: number; protected: number };

/** A file that could not be read or parsed, and why. */
export type Unread = { readonly path: string; readonly reason: string };

/** From this number of files on, parsers are started before anything to parse is found. */
const MANY_FILES = 500;
/** Progress is reported after this many files. */
const FILES_PER_TURN = 100;

/** Computes what a rewrite does to files, and changes nothing. */
export class FileRewriter {
  readonly findings: Findings = {
    found: [],
    problems: new Map(),
    nodeTypes: new Set(),
    unread: [],
    skipped: { denied: 0, protected: 0 },
  };
  readonly #rewrite: Rewrite;
  readonly #context: RewriteContext;

  constructor({ pattern, rewrite }: Rewrite, context: RewriteContext) {
    this.#rewrite = { pattern, rewrite };
    this.#context = context;
  }

  async run(sources: readonly SourceFile[]): Promise<void> {
    const prefilter = createPrefilter(this.#rewrite.pattern);
    const batches = new FileBatches((batch) => this.#rewriteBatch(batch));
    const turns = createTurns();
    if (sources.length >= MANY_FILES) this.#startParsers(sources[0]!.language);
    for (const [i, file] of sources.entries()) {
      const text = await this.#candidateText(file, prefilter);
      if (text !== undefined) await batches.add({ ...file, text });
      if ((i + 1) % FILES_PER_TURN === 0) this.#reportProgress(i + 1, sources.length);
      await turns();
    }
    await batches.finish();
    const order = new Map(sources.map(({ path }, i) => [path, i]));
    this.findings.found.sort((a, b) => order.get(a.path)! - order.get(b.path)!);
  }

  /** Why the pattern is not valid in a language, if it is not. */
  async problemIn(language: Language): Promise<PatternProblem | undefined> {
    const answer = await this.#answer(language, []);
    return answer.outcome === 'bad-pattern' ? answer.problem : undefined;
  }

  /** Starts parsers while files are read; with an invalid pattern the rest is not read. */
  #startParsers(language: Language): void {
    const note = (problem: PatternProblem | undefined) =>
      problem && this.findings.problems.set(language, problem);
    // A failure is reported when the parsers are needed.
    this.problemIn(language).then(note, () => {});
  }

  async #candidateText({ path, language }: SourceFile, prefilter: Prefilter): Promise<string | undefined> {
    const { files, signal } = this.#context;
    if (signal?.aborted) throw new ToolError('CANCELLED', 'Cancelled: nothing was changed.');
    if (this.findings.problems.has(language)) return undefined;
    try {
      return await wantedText(files, path, prefilter);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.name !== 'BINARY_FILE') this.findings.unread.push({ path, reason: error.message });
      return undefined;
    }
  }

  #reportProgress(done: number, total: number): void {
    this.#context.progress?.(done, total, `Searched ${done} of ${total} files`);
  }

  async #rewriteBatch(batch: readonly LoadedFile[]): Promise<void> {
    const { language } = batch[0]!;
    const answer = await this.#answer(
      language,
      batch.map(({ text }) => text),
    );
    if (answer.outcome === 'bad-pattern') this.findings.problems.set(language, answer.problem);
    else this.#note(batch, answer);
  }

  #answer(language: Language, texts: readonly string[]): Promise<RewriteAnswer> {
    const { patterns, signal } = this.#context;
    return patterns.rewrite({ ...this.#rewrite, language, texts }, signal);
  }

  #note(batch: readonly LoadedFile[], { texts, nodeType }: Rewritten): void {
    const { found, nodeTypes, unread } = this.findings;
    nodeTypes.add(nodeType);
    for (const [i, file] of batch.entries()) {
      const result = texts[i]!;
      if ('failure' in result) unread.push({ path: file.path, reason: result.failure });
      else if (hasFindings(result)) found.push({ ...file, ...result });
    }
  }
}

type Rewritten = Extract<RewriteAnswer, { outcome: 'rewritten' }>;

function hasFindings({
  edits,
  unmatchedCode,
  wouldChangeMeaning,
}: Omit<FoundFile, keyof LoadedFile>): boolean {
  return edits.length + unmatchedCode.length + wouldChangeMeaning.length > 0;
}

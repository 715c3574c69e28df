import type { TextEdit } from '../../core/edit/text-edit.ts';
import { ToolError } from '../../core/errors.ts';
import type { Language } from '../../core/languages/index.ts';
import { createPrefilter, type Prefilter } from '../../core/rewrite/pattern/prefilter.ts';
import type { Span } from '../../core/text/span.ts';
import type { PatternProblem, Patterns, RewriteAnswer } from '../../ports/patterns.ts';
import { type SourceFile, wantedText } from '../../workspace/source-tree.ts';
import { createTurns } from '../../workspace/turns.ts';
import type { FileContext } from '../call/define-tool.ts';

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

type ReadFile = SourceFile & { readonly text: string };

/** Text sent to a parser at once: more would leave other parsers idle, less would add overhead. */
const BATCH_CHARACTERS = 300_000;
/** Limits memory: the characters in batches that are being parsed, or one batch. */
const MAX_PENDING_CHARACTERS = 32 * BATCH_CHARACTERS;
/** From this number of files on, parsers are started before anything to parse is found. */
const MANY_FILES = 500;
/** Progress is reported after this many files. */
const FILES_PER_TURN = 100;

/** Computes what a rewrite does to these files, and changes nothing. */
export async function rewriteFiles(
  rewrite: Rewrite,
  sources: readonly SourceFile[],
  notRead: Pick<Findings, 'unread' | 'skipped'>,
  context: RewriteContext,
): Promise<Findings> {
  const findings: Findings = { found: [], problems: new Map(), nodeTypes: new Set(), ...notRead };
  const prefilter = createPrefilter(rewrite.pattern);
  const batches = createBatches((batch) => rewriteBatch(rewrite, batch, findings, context));
  const turns = createTurns();
  if (sources.length >= MANY_FILES) startParsers(rewrite, sources, findings, context);
  for (const [i, file] of sources.entries()) {
    const text = await candidateText(file, prefilter, findings, context);
    if (text !== undefined) await batches.add({ ...file, text });
    if ((i + 1) % FILES_PER_TURN === 0) reportProgress(i + 1, sources.length, context);
    await turns();
  }
  await batches.finish();
  const order = new Map(sources.map(({ path }, i) => [path, i]));
  findings.found.sort((a, b) => order.get(a.path)! - order.get(b.path)!);
  return findings;
}

/** Starts parsers while files are read; with an invalid pattern the rest is not read. */
function startParsers(
  rewrite: Rewrite,
  sources: readonly SourceFile[],
  { problems }: Findings,
  context: RewriteContext,
): void {
  const { language } = sources[0]!;
  const note = (problem: PatternProblem | undefined) => problem && problems.set(language, problem);
  // A failure is reported when the parsers are needed.
  problemIn(rewrite, language, context).then(note, () => {});
}

/** Why the pattern is not valid in a language, if it is not. */
export async function problemIn(
  rewrite: Rewrite,
  language: Language,
  { patterns, signal }: RewriteContext,
): Promise<PatternProblem | undefined> {
  const answer = await patterns.rewrite({ ...rewrite, language, texts: [] }, signal);
  return answer.outcome === 'bad-pattern' ? answer.problem : undefined;
}

async function candidateText(
  { path, language }: SourceFile,
  prefilter: Prefilter,
  { problems, unread }: Findings,
  { files, signal }: RewriteContext,
): Promise<string | undefined> {
  if (signal?.aborted) throw new ToolError('CANCELLED', 'Cancelled: nothing was changed.');
  if (problems.has(language)) return undefined;
  try {
    return await wantedText(files, path, prefilter);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.name !== 'BINARY_FILE') unread.push({ path, reason: error.message });
    return undefined;
  }
}

function reportProgress(done: number, total: number, { progress }: RewriteContext): void {
  progress?.(done, total, `Searched ${done} of ${total} files`);
}

type Batches = { add(file: ReadFile): Promise<void>; finish(): Promise<void> };

/** Collects files of one language and sends a batch when it is large enough. */
function createBatches(send: (batch: readonly ReadFile[]) => Promise<void>): Batches {
  const collected = new Map<Language, ReadFile[]>();
  const sent: { readonly sending: Promise<void>; readonly size: number }[] = [];
  let pending = 0;
  const sendBatch = async (batch: readonly ReadFile[]) => {
    const sending = send(batch);
    // Awaited later; handled here so that Node does not report an unhandled rejection.
    sending.catch(() => {});
    const size = sizeOf(batch);
    sent.push({ sending, size });
    pending += size;
    while (pending > MAX_PENDING_CHARACTERS) {
      const oldest = sent.shift()!;
      await oldest.sending;
      pending -= oldest.size;
    }
  };
  return {
    async add(file) {
      const batch = [...(collected.get(file.language) ?? []), file];
      const isEnough = sizeOf(batch) >= BATCH_CHARACTERS;
      collected.set(file.language, isEnough ? [] : batch);
      if (isEnough) await sendBatch(batch);
    },
    async finish() {
      for (const batch of collected.values()) if (batch.length > 0) await sendBatch(batch);
      await Promise.all(sent.map(({ sending }) => sending));
    },
  };
}

function sizeOf(batch: readonly ReadFile[]): number {
  return batch.reduce((sum, { text }) => sum + text.length, 0);
}

async function rewriteBatch(
  rewrite: Rewrite,
  batch: readonly ReadFile[],
  findings: Findings,
  { patterns, signal }: RewriteContext,
): Promise<void> {
  const { language } = batch[0]!;
  const texts = batch.map(({ text }) => text);
  const answer = await patterns.rewrite({ ...rewrite, language, texts }, signal);
  if (answer.outcome === 'bad-pattern') findings.problems.set(language, answer.problem);
  else note(batch, answer, findings);
}

function note(
  batch: readonly ReadFile[],
  { texts, nodeType }: Extract<RewriteAnswer, { outcome: 'rewritten' }>,
  { found, nodeTypes, unread }: Findings,
): void {
  nodeTypes.add(nodeType);
  for (const [i, file] of batch.entries()) {
    const result = texts[i]!;
    if ('failure' in result) unread.push({ path: file.path, reason: result.failure });
    else if (hasFindings(result)) found.push({ ...file, ...result });
  }
}

function hasFindings({ edits, unmatchedCode, wouldChangeMeaning }: Omit<FoundFile, keyof ReadFile>): boolean {
  return edits.length + unmatchedCode.length + wouldChangeMeaning.length > 0;
}

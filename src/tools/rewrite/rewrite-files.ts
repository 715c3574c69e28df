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

/** What the tool was asked for. */
export type RewriteInput = Rewrite & {
  readonly path: string;
  readonly language?: string | undefined;
  readonly dry_run?: boolean | undefined;
};

/** A file in which the pattern was found, wholly or with something beside it. */
export type FoundFile = SourceFile & {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly places: number;
  readonly surplus: readonly Span[];
  readonly misread: readonly Span[];
};

/** What a rewrite would do to some files. */
export type Findings = {
  readonly found: FoundFile[];
  /** The languages in which the pattern makes no sense. */
  readonly problems: Map<Language, PatternProblem>;
  /** What the grammars call that which the pattern describes. */
  readonly nodeTypes: Set<string>;
  readonly unread: Unread[];
  readonly skipped: Skipped;
};

/** How many files and folders were left out because a rule denies or protects them. */
export type Skipped = { denied: number; protected: number };

/** What could not be read or parsed, and why. */
export type Unread = { readonly path: string; readonly reason: string };

type ReadFile = SourceFile & { readonly text: string };

/** So much text goes to a parser at once: more would leave others idle, less would cost more than it brings. */
const BATCH_CHARACTERS = 300_000;
/** So many characters are on their way at most, or one batch, so that memory stays bounded. */
const MAX_UNDER_WAY = 32 * BATCH_CHARACTERS;
/** From so many files on it pays to have the parsers ready before anything to parse is found. */
const MANY_FILES = 500;
/** Progress is reported after this many files. */
const FILES_PER_TURN = 100;

/** Works out what a rewrite does to these files, and changes nothing. */
export async function rewriteFiles(
  rewrite: Rewrite,
  sources: readonly SourceFile[],
  notLookedAt: Pick<Findings, 'unread' | 'skipped'>,
  context: RewriteContext,
): Promise<Findings> {
  const findings: Findings = { found: [], problems: new Map(), nodeTypes: new Set(), ...notLookedAt };
  const prefilter = createPrefilter(rewrite.pattern);
  const batches = createBatches((batch) => rewriteBatch(rewrite, batch, findings, context));
  const turns = createTurns();
  if (sources.length >= MANY_FILES) startEarly(rewrite, sources, findings, context);
  for (const [i, file] of sources.entries()) {
    const text = await textToLookAt(file, prefilter, findings, context);
    if (text !== undefined) await batches.add({ ...file, text });
    if ((i + 1) % FILES_PER_TURN === 0) tellProgress(i + 1, sources.length, context);
    await turns();
  }
  await batches.finish();
  const order = new Map(sources.map(({ path }, i) => [path, i]));
  findings.found.sort((a, b) => order.get(a.path)! - order.get(b.path)!);
  return findings;
}

/** Parsers get ready while files are read, and a pattern that makes no sense spares the reading. */
function startEarly(
  rewrite: Rewrite,
  sources: readonly SourceFile[],
  { problems }: Findings,
  context: RewriteContext,
): void {
  const { language } = sources[0]!;
  const note = (problem: PatternProblem | undefined) => problem && problems.set(language, problem);
  // Whoever needs the parsers will hear that they fail.
  problemIn(rewrite, language, context).then(note, () => {});
}

/** Whether the pattern makes sense in a language. */
export async function problemIn(
  rewrite: Rewrite,
  language: Language,
  { patterns, signal }: RewriteContext,
): Promise<PatternProblem | undefined> {
  const answer = await patterns.rewrite({ ...rewrite, language, texts: [] }, signal);
  return answer.outcome === 'bad-pattern' ? answer.problem : undefined;
}

async function textToLookAt(
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

function tellProgress(done: number, total: number, { progress }: RewriteContext): void {
  progress?.(done, total, `Looked at ${done} of ${total} files`);
}

type Batches = { add(file: ReadFile): Promise<void>; finish(): Promise<void> };

/** Gathers files of one language and sends them off when there is enough to do. */
function createBatches(send: (batch: readonly ReadFile[]) => Promise<void>): Batches {
  const gathered = new Map<Language, ReadFile[]>();
  const sent: { readonly sending: Promise<void>; readonly size: number }[] = [];
  let underWay = 0;
  const sendOff = async (batch: readonly ReadFile[]) => {
    const sending = send(batch);
    // Whoever waits for it hears of a failure; until then it must not count as unheard.
    sending.catch(() => {});
    const size = sizeOf(batch);
    sent.push({ sending, size });
    underWay += size;
    while (underWay > MAX_UNDER_WAY) {
      const oldest = sent.shift()!;
      await oldest.sending;
      underWay -= oldest.size;
    }
  };
  return {
    async add(file) {
      const batch = [...(gathered.get(file.language) ?? []), file];
      const isEnough = sizeOf(batch) >= BATCH_CHARACTERS;
      gathered.set(file.language, isEnough ? [] : batch);
      if (isEnough) await sendOff(batch);
    },
    async finish() {
      for (const batch of gathered.values()) if (batch.length > 0) await sendOff(batch);
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
    else if (isWorthTelling(result)) found.push({ ...file, ...result });
  }
}

function isWorthTelling({ edits, surplus, misread }: Omit<FoundFile, keyof ReadFile>): boolean {
  return edits.length + surplus.length + misread.length > 0;
}

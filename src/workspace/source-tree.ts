import { dirname, join } from 'node:path';
import { ToolError } from '../core/errors.ts';
import { languageOfFile } from '../core/languages/find-language.ts';
import type { Language } from '../core/languages/index.ts';
import { parseIgnoreRules, type IgnoreRules as Rules } from '../core/paths/ignore-rules.ts';
import { type Budget, BudgetExceeded, createBudget } from '../core/text/compare/budget.ts';
import type { Document } from '../core/text/document/document.ts';
import type { MarkedEntry } from './paths/path-access.ts';
import { createTurns } from './turns.ts';

export type SourceFile = { readonly path: string; readonly language: Language };

/** What a walk needs of the files: a workspace has it. */
export type Tree = {
  list(path: string): Promise<MarkedEntry[]>;
  readBytes(path: string): Promise<Uint8Array>;
  readDocument(path: string): Promise<Document>;
};

export type WalkOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Called for folders that cannot be read. */
  readonly onUnread?: (path: string, reason: string) => void;
  /** Called for each file or folder that is left out because a rule denies or protects it. */
  readonly onSkipped?: (mark: 'denied' | 'protected') => void;
};

const IGNORE_FILES = ['.gitignore', '.ignore'];
const SKIPPED_FOLDERS = ['node_modules'];
const MAX_IGNORE_BYTES = 1_000_000;
/** For one path, by all ignore files: a tenth of a second. Real ones need a thousandth of it. */
const IGNORE_BUDGET = 1_500_000;
/** For all paths: about twenty seconds, in turns with other calls. */
const WALK_BUDGET = 300_000_000;

/**
 * The files below a folder whose language is known, in order. Leaves out what ignore files name, hidden folders,
 * installed packages, and everything that a link leads to.
 */
export async function sourceFiles(
  tree: Tree,
  folder: string,
  { signal, onUnread, onSkipped }: WalkOptions = {},
): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  const turns = createTurns();
  const whole = createBudget(WALK_BUDGET);
  const above = await rulesAbove(tree, folder);
  // A caller that names an ignored folder means its content.
  const isMeant = above.some((rules) => isBelowIgnored(folder, rules, whole));
  await walk(folder, isMeant ? [] : above);
  return found;

  async function listed(directory: string): Promise<MarkedEntry[]> {
    try {
      return await tree.list(directory);
    } catch (error) {
      if (!(error instanceof ToolError) || directory === folder) throw error;
      onUnread?.(directory, error.message);
      return [];
    }
  }

  async function walk(directory: string, above: readonly IgnoreRules[]): Promise<void> {
    if (signal?.aborted) return;
    const entries = await listed(directory);
    const rules = [...above, ...(await rulesIn(tree, directory, entries))];
    for (const { name, kind, mark } of entries) {
      if (signal?.aborted) return;
      await turns();
      const path = join(directory, name);
      const isFolder = kind === 'directory' && !isSkipped(name) && !isIgnored(path, true, rules, whole);
      const language = kind === 'file' ? languageOfFile(name) : undefined;
      const isSource = language !== undefined && !isIgnored(path, false, rules, whole);
      if (mark && (isFolder || isSource)) onSkipped?.(mark);
      else if (isFolder) await walk(path, rules);
      else if (isSource) found.push({ path, language });
    }
  }
}

/** The rules of one ignore file hold for all that is below its folder. */
type IgnoreRules = { readonly folder: string; readonly rules: Rules };

async function rulesIn(tree: Tree, folder: string, entries: readonly MarkedEntry[]): Promise<IgnoreRules[]> {
  const files = entries.filter(
    ({ name, kind, mark }) => kind === 'file' && mark !== 'denied' && IGNORE_FILES.includes(name),
  );
  if (files.length === 0) return [];
  const texts = await Promise.all(files.map(({ name }) => ignoreText(tree, join(folder, name))));
  return [{ folder, rules: parseIgnoreRules(texts.join('\n')) }];
}

async function ignoreText(tree: Tree, path: string): Promise<string> {
  const bytes = await tree.readBytes(path);
  if (bytes.length <= MAX_IGNORE_BYTES) return new TextDecoder().decode(bytes);
  throw new ToolError(
    'FILE_TOO_LARGE',
    `Nothing was changed: the ignore file ${path} has ${bytes.length} bytes, and at most ${MAX_IGNORE_BYTES} are read. Shorten it, or name a folder that it does not concern.`,
    { path, size: bytes.length, limit: MAX_IGNORE_BYTES },
  );
}

/** Those of the folders above, up to the one that is a repository, as far as they may be looked at. */
async function rulesAbove(tree: Tree, folder: string): Promise<IgnoreRules[]> {
  const found: IgnoreRules[][] = [];
  for (let below = folder, above = dirname(folder); above !== below; below = above, above = dirname(above)) {
    if (await isRepository(tree, below)) break;
    const entries = await tree.list(above).catch(() => undefined);
    if (!entries) break;
    found.unshift(await rulesIn(tree, above, entries));
  }
  return found.flat();
}

async function isRepository(tree: Tree, folder: string): Promise<boolean> {
  return (await tree.list(folder)).some(({ name }) => name === '.git');
}

function isSkipped(name: string): boolean {
  return name.startsWith('.') || SKIPPED_FOLDERS.includes(name);
}

/** The nearest ignore file that says anything about a path decides. */
function isIgnored(path: string, isFolder: boolean, rules: readonly IgnoreRules[], whole: Budget): boolean {
  const budget = partOf(whole);
  for (const nearest of rules.toReversed()) {
    const verdict = verdictOn(path, isFolder, nearest, budget);
    if (verdict) return verdict === 'ignored';
  }
  return false;
}

/** Whether the rules of a folder above leave out this folder, or one that it is in. */
function isBelowIgnored(folder: string, rules: IgnoreRules, whole: Budget): boolean {
  const budget = partOf(whole);
  for (let at = folder; at.length > rules.folder.length; at = dirname(at))
    if (verdictOn(at, true, rules, budget) === 'ignored') return true;
  return false;
}

/** What one path may spend, which the whole walk spends too. */
function partOf(whole: Budget): Budget {
  const own = createBudget(IGNORE_BUDGET);
  return {
    spend(work) {
      own.spend(work);
      whole.spend(work);
    },
  };
}

function verdictOn(path: string, isFolder: boolean, { folder, rules }: IgnoreRules, budget: Budget) {
  try {
    return rules.verdict(relativeTo(folder, path), isFolder, budget);
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    throw new ToolError(
      'FILE_TOO_LARGE',
      `Nothing was changed: the ignore files in ${folder} take too long to be applied to ${path}. Simplify their rules, or name a folder that they do not concern.`,
      { path: folder },
    );
  }
}

function relativeTo(folder: string, path: string): string {
  const rest = path.slice(folder.length).replaceAll('\\', '/');
  return rest.startsWith('/') ? rest.slice(1) : rest;
}

/** What a text must have to be of interest. */
export type Wanted = { readonly words: readonly string[]; mayMatch(text: string): boolean };

/** The text of a file, if it is wanted; most files need not be decoded to know that they are not. */
export async function wantedText(
  tree: Tree,
  path: string,
  { words, mayMatch }: Wanted,
): Promise<string | undefined> {
  const bytes = await tree.readBytes(path);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // With a NUL it is binary or UTF-16, in which words look otherwise.
  if (!words.every((word) => view.includes(word)) && !view.includes(0)) return undefined;
  const { text } = await tree.readDocument(path);
  return mayMatch(text) ? text : undefined;
}

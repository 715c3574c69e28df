import { dirname, join } from 'node:path';
import { ToolError } from '../core/errors.ts';
import { parseIgnoreRules, type IgnoreRules as Rules } from '../core/paths/ignore-rules.ts';
import { type Language, languageOfFile } from '../core/syntax/languages.ts';
import { BudgetExceeded, createBudget } from '../core/text/budget.ts';
import type { Document } from '../core/text/document.ts';
import type { MarkedEntry } from './path-access.ts';
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
  /** Told of folders that cannot be looked into. */
  readonly onUnread?: (path: string, reason: string) => void;
  /** Called for each file or folder that is left out because a rule denies or protects it. */
  readonly onSkipped?: (mark: 'denied' | 'protected') => void;
};

const IGNORE_FILES = ['.gitignore', '.ignore'];
const SKIPPED_FOLDERS = ['node_modules'];
const MAX_IGNORE_BYTES = 1_000_000;
/** For one path: a tenth of a second. Real ignore files need a thousandth of it. */
const IGNORE_BUDGET = 10_000_000;

/**
 * The files below a folder whose language is known, in order. Leaves out what ignore files name, hidden folders,
 * installed packages, and everything behind a link.
 */
export async function sourceFiles(
  tree: Tree,
  folder: string,
  { signal, onUnread, onSkipped }: WalkOptions = {},
): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  const turns = createTurns();
  const above = await rulesAbove(tree, folder);
  // Whoever names an ignored folder means what is in it.
  const isMeant = above.some((rules) => isBelowIgnored(folder, rules));
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
      const isFolder = kind === 'directory' && !isSkipped(name) && !isIgnored(path, true, rules);
      const language = kind === 'file' ? languageOfFile(name) : undefined;
      const isSource = language !== undefined && !isIgnored(path, false, rules);
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
function isIgnored(path: string, isFolder: boolean, rules: readonly IgnoreRules[]): boolean {
  for (const nearest of rules.toReversed()) {
    const verdict = verdictOn(path, isFolder, nearest);
    if (verdict) return verdict === 'ignored';
  }
  return false;
}

/** Whether the rules of a folder above leave out this folder, or one that it is in. */
function isBelowIgnored(folder: string, rules: IgnoreRules): boolean {
  for (let at = folder; at.length > rules.folder.length; at = dirname(at))
    if (verdictOn(at, true, rules) === 'ignored') return true;
  return false;
}

function verdictOn(path: string, isFolder: boolean, { folder, rules }: IgnoreRules) {
  try {
    return rules.verdict(relativeTo(folder, path), isFolder, createBudget(IGNORE_BUDGET));
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

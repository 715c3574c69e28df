import { statSync } from 'node:fs';
import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { FileMatches, Search, SearchOutcome, SearchRequest } from '../../ports/search.ts';
import { gitGrepArguments, grepArguments } from './grep.ts';
import { MatchesParser } from './matches-parser.ts';
import { ripgrepArguments, ripgrepFile } from './ripgrep.ts';
import { type ProgramOutcome, runSearch } from './run-search.ts';
import { asIgnoreFile, languageTest, selectedTest } from './selected-files.ts';

const FOUND_NOTHING = 1;

/** A program to search with; `fallback` names it in the result. */
type Engine = {
  readonly file: string;
  readonly fallback?: string;
  readonly arguments: (request: SearchRequest, place: Place) => string[];
  /** It selects files by language and by the globs in an ignore file. */
  readonly isRipgrep?: boolean;
};

type Place = { readonly isFolder: boolean; readonly ignoreFile: string | undefined };

const ripgrep = (file: string, fallback?: string): Engine => ({
  file,
  ...(fallback && { fallback }),
  arguments: (request, { ignoreFile }) => ripgrepArguments(request, ignoreFile),
  isRipgrep: true,
});
const gitGrep: Engine = { file: 'git', fallback: 'git grep', arguments: gitGrepArguments };
const grep: Engine = { file: 'grep', fallback: 'grep', arguments: grepArguments };

/** Searches with ripgrep, or with git or grep where that is missing. */
export function programSearch(searchPath: string, file: string | null = ripgrepFile() ?? null): Search {
  const engines = file ? [ripgrep(file)] : [ripgrep('rg', 'the installed rg'), gitGrep, grep];
  return {
    async find(request, signal) {
      for (const engine of engines) {
        const outcome = await findWith(engine, request, { searchPath, signal });
        if (outcome) return outcome;
      }
      throw new ToolError(
        'SEARCH_UNAVAILABLE',
        'Cannot search: ripgrep is not installed for this platform, and neither git nor grep can be started. Install ripgrep (`rg`), or read folders and files one by one.',
      );
    },
    async close() {},
  };
}

/** Undefined if the program is not there, or cannot search this folder. */
async function findWith(
  engine: Engine,
  request: SearchRequest,
  { searchPath, signal }: { searchPath: string; signal: AbortSignal | undefined },
): Promise<SearchOutcome | undefined> {
  const isInFolder = isFolder(request.path);
  const folder = isInFolder ? request.path : dirname(request.path);
  const isSelected = selectedTest(request, folder);
  const isInLanguage =
    engine.isRipgrep || request.language === undefined ? () => true : languageTest(request.language);
  const parser = new MatchesParser(request.pattern !== undefined, request.maxFound);
  const outcome = await withGlobs(engine, request, async (ignoreFile) => {
    const args = engine.arguments(request, { isFolder: isInFolder, ignoreFile });
    return runSearch({ file: engine.file, args, folder, searchPath }, parser, signal);
  });
  if (!outcome || (engine === gitGrep && isNoRepository(outcome))) return undefined;
  refuseFailure(outcome, request);
  const { fallback } = engine;
  const files = absolute(parser.files(), folder).filter(
    ({ path }) => isSelected(path) && isInLanguage(path) && request.isReadable(path),
  );
  const ordered = request.isNewestFirst ? await newestFirst(files) : files;
  return { files: ordered, isCut: parser.isFull, ...(fallback && { fallback }) };
}

/** Runs ripgrep with its globs in a file that exists as long. Undefined if the program cannot be started. */
async function withGlobs<Result>(
  { isRipgrep }: Engine,
  request: SearchRequest,
  run: (ignoreFile: string | undefined) => Promise<Result>,
): Promise<Result | undefined> {
  const folder = isRipgrep && request.globs.length > 0 ? await mkdtemp(join(tmpdir(), 'corvid-')) : undefined;
  try {
    const ignoreFile = folder && join(folder, 'globs');
    if (ignoreFile) await writeFile(ignoreFile, asIgnoreFile(request));
    return await run(ignoreFile);
  } catch (error) {
    if (['ENOENT', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isNoRepository({ exitCode }: ProgramOutcome): boolean {
  return exitCode === 128;
}

function absolute(files: readonly FileMatches[], folder: string): FileMatches[] {
  return files.map((file) => ({ ...file, path: resolve(folder, file.path) }));
}

async function newestFirst(files: readonly FileMatches[]): Promise<FileMatches[]> {
  const dated = await Promise.all(
    files.map(async (file) => ({
      file,
      time: (await lstat(file.path).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  return dated.sort((a, b) => b.time - a.time).map(({ file }) => file);
}

/** Files that cannot be read are left out; a pattern that cannot be read is the caller's mistake. */
function refuseFailure(
  { parser, exitCode, errors }: ProgramOutcome,
  { pattern = '', language }: SearchRequest,
): void {
  if (parser.isFull || exitCode === 0 || exitCode === FOUND_NOTHING || errors.trim() === '') return;
  const reason = errors.trim();
  if (/unrecognized file type/.test(reason))
    throw new ToolError(
      'INVALID_PARAMS',
      `Invalid \`language\` parameter: ${JSON.stringify(language)}. Use a name such as ts, py, rust or go, or select files with \`glob\`.`,
    );
  throw new ToolError(
    'INVALID_PARAMS',
    `Invalid \`pattern\` parameter: ${JSON.stringify(pattern)}.\n${reason}\nTo search for the text as it is, give \`literal: true\`.`,
  );
}

import { statSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { FileMatches, Search, SearchOutcome, SearchRequest } from '../../ports/search.ts';
import { gitGrepArguments, grepArguments } from './grep.ts';
import { MatchesParser } from './matches-parser.ts';
import { ripgrepArguments, ripgrepFile } from './ripgrep.ts';
import { type ProgramOutcome, runSearch } from './run-search.ts';

const FOUND_NOTHING = 1;

/** A program to search with; `fallback` names it in the result. */
type Engine = {
  readonly file: string;
  readonly fallback?: string;
  readonly arguments: (request: SearchRequest) => string[];
};

const gitGrep: Engine = { file: 'git', fallback: 'git grep', arguments: gitGrepArguments };
const grep: Engine = { file: 'grep', fallback: 'grep', arguments: grepArguments };

/** Searches with ripgrep, or with git or grep where that is missing. */
export function programSearch(searchPath: string, ripgrep: string | null = ripgrepFile() ?? null): Search {
  const engines: Engine[] = ripgrep
    ? [{ file: ripgrep, arguments: ripgrepArguments }]
    : [{ file: 'rg', fallback: 'the installed rg', arguments: ripgrepArguments }, gitGrep, grep];
  return {
    async find(request, signal) {
      for (const engine of engines) {
        const outcome = await findWith(engine, request, { searchPath, signal });
        if (outcome) return outcome;
      }
      throw new ToolError(
        'SEARCH_UNAVAILABLE',
        'Cannot search: ripgrep is not installed for this platform, and neither git nor grep can be started. Install ripgrep (`rg`), or list folders with `view`.',
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
  const folder = isFolder(request.path) ? request.path : dirname(request.path);
  const parser = new MatchesParser(request.pattern !== undefined, request.maxFound);
  const program = { file: engine.file, args: engine.arguments(request), folder, searchPath };
  const outcome = await runSearch(program, parser, signal).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES') return undefined;
    throw error;
  });
  if (!outcome || (engine === gitGrep && isNoRepository(outcome))) return undefined;
  refuseFailure(outcome, request);
  const { fallback } = engine;
  const files = absolute(parser.files(), folder).filter(({ path }) => request.isReadable(path));
  const ordered = request.isNewestFirst ? await newestFirst(files) : files;
  return { files: ordered, isCut: parser.isFull, ...(fallback && { fallback }) };
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
  if (/glob/i.test(reason) && !/regex/i.test(reason))
    throw new ToolError('INVALID_PARAMS', `Invalid \`glob\` parameter: ${reason}`);
  throw new ToolError(
    'INVALID_PARAMS',
    `Invalid \`pattern\` parameter: ${JSON.stringify(pattern)}.\n${reason}\nTo search for the text as it is, give \`literal: true\`.`,
  );
}

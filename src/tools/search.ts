import * as z from 'zod/v4';
import { fileNotFound, ToolError } from '../core/errors.ts';
import type { Search, SearchOutcome } from '../ports/search.ts';
import { defineTool } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { pathParameter } from './call/schema.ts';
import { pageOf } from './search/found-page.ts';
import { type Nothing, nothingResult } from './search/nothing-found.ts';
import { showFound } from './search/show-found.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const MAX_CONTEXT = 10;
/** More lines or files are not counted. */
const MAX_FOUND = 20_000;

const input = z.object({
  pattern: z.string().optional().describe('Regular expression. Without it, files are listed'),
  path: pathParameter('Absolute path (default: the workspace)').optional(),
  glob: z.string().optional().describe('Only these files: `*.ts`, `src/**/*.{js,jsx}`; `!` excludes'),
  language: z.string().optional().describe('Only files in it: `ts`, `py`'),
  literal: z.boolean().optional().describe('The pattern is plain text'),
  case: z
    .enum(['smart', 'sensitive', 'insensitive'])
    .optional()
    .describe('smart (default): case counts if the pattern has capitals'),
  context: z.number().int().optional().describe('Lines around each match'),
  files_only: z.boolean().optional().describe('List files only, newest first'),
  hidden: z.boolean().optional().describe('Include hidden files'),
  limit: z.number().int().optional().describe(`Results to return (default ${DEFAULT_LIMIT})`),
  offset: z.number().int().optional().describe('Number to skip, for the next page'),
});

type Input = z.infer<typeof input>;
type SearchContext = FileContext & { readonly search: Search };

export const search = defineTool({
  name: 'search',
  title: 'Search files',
  description:
    'Search the contents of files, or list files by name. Ignored, binary and denied files are left out.',
  guidance: [
    'finds text in files, or files by `glob`. Use it instead of grep and find: lines that it shows can be quoted.',
  ],
  effect: 'search',
  input,

  async run(given, context: SearchContext) {
    checkInput(given);
    const { pattern, files_only: filesOnly = pattern === undefined, context: lines = 0 } = given;
    const found = await find(given, filesOnly, context);
    const page = pageOf(found, {
      isByFile: filesOnly,
      offset: given.offset ?? 0,
      limit: given.limit ?? DEFAULT_LIMIT,
    });
    if (page.count === 0) return nothingFound({ given, found, page, isByFile: filesOnly }, context);
    return showFound({ found, page, contextLines: lines, isByFile: filesOnly }, context);
  },
});

async function nothingFound(
  { given, found, page, isByFile }: Omit<Nothing, 'isFilterEmpty' | 'obstacle'> & { readonly given: Input },
  context: SearchContext,
) {
  const { pattern, path, glob, language, hidden } = given;
  const isFiltered = glob !== undefined || language !== undefined;
  const listing = { path, glob, language, hidden };
  const isFilterEmpty =
    page.total === 0 && isFiltered && (pattern === undefined || (await isEmpty(listing, context)));
  const obstacle = path === undefined ? undefined : await whyNoLines(path, context);
  return nothingResult({ found, page, isByFile, isFilterEmpty, obstacle, ...listing });
}

async function isEmpty(listing: Input, context: SearchContext): Promise<boolean> {
  return (await find(listing, true, context)).files.length === 0;
}

/** Why no line of a file can match. */
async function whyNoLines(path: string, { files, signal }: FileContext): Promise<string | undefined> {
  if ((await files.info(path))?.kind !== 'file') return undefined;
  try {
    await files.readLines(path, { first: 1, last: 1, signal });
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolError) || error.name !== 'BINARY_FILE') throw error;
    return `${path} is not text, so it has no lines. If it is an image, read it to see it.`;
  }
}

function checkInput({ pattern, glob, language, limit, offset, context }: Input): void {
  if (pattern === '') throw invalid('Invalid `pattern` parameter: it is empty. Leave it out to list files.');
  if (pattern === undefined && glob === undefined && language === undefined)
    throw invalid(
      'Missing parameter `pattern`. Give a pattern to search for, or `glob` or `language` to list files.',
    );
  for (const [name, value] of Object.entries({ pattern, glob, language })) expectPassable(name, value);
  expectWithin('limit', limit, { min: 1, max: MAX_LIMIT });
  expectWithin('offset', offset, { min: 0, max: Number.MAX_SAFE_INTEGER });
  expectWithin('context', context, { min: 0, max: MAX_CONTEXT });
}

const MAX_PARAMETER_CHARACTERS = 20_000;

/** Programs take these as arguments. */
function expectPassable(name: string, value = ''): void {
  if (value.includes('\0'))
    throw invalid(`Invalid \`${name}\` parameter: it contains a NUL character, which no text file has.`);
  if (value.length > MAX_PARAMETER_CHARACTERS)
    throw invalid(
      `Invalid \`${name}\` parameter: it has ${value.length} characters. Give at most ${MAX_PARAMETER_CHARACTERS}, such as the most telling line.`,
    );
}

type Bounds = { readonly min: number; readonly max: number };

function expectWithin(name: string, value: number | undefined, { min, max }: Bounds): void {
  if (value === undefined || (value >= min && value <= max)) return;
  const range = max === Number.MAX_SAFE_INTEGER ? `at least ${min}` : `between ${min} and ${max}`;
  throw invalid(`Invalid \`${name}\` parameter: ${value}. It should be ${range}.`);
}

async function find(
  { pattern, path, glob, language, literal = false, case: cases = 'smart', hidden = false }: Input,
  filesOnly: boolean,
  { files, search, signal }: SearchContext,
): Promise<SearchOutcome> {
  const folders = path === undefined ? files.roots : [path];
  if (!folders || folders.length === 0)
    throw invalid('Missing parameter `path`. Give the folder to search: there is no workspace folder.');
  const isReadable = await files.readableTest();
  const outcomes = await Promise.all(
    folders.map(async (folder) => {
      const { real } = await files.resolve(folder);
      if (path !== undefined && !(await files.info(path))) throw fileNotFound(path);
      const request = {
        path: real,
        pattern,
        isLiteral: literal,
        case: cases,
        globs: glob === undefined ? [] : [fromFolder(glob, [folder, real])],
        language,
        includeHidden: hidden,
        isNewestFirst: filesOnly,
        isReadable,
        maxFound: MAX_FOUND,
      };
      return search.find(request, signal);
    }),
  );
  return {
    files: outcomes.flatMap(({ files: found }) => found),
    isCut: outcomes.some(({ isCut }) => isCut),
    fallback: outcomes.find(({ fallback }) => fallback !== undefined)?.fallback,
  };
}

/** Globs are relative to the folder that is searched; models also give absolute ones. */
function fromFolder(glob: string, folders: readonly string[]): string {
  const [mark, path] = glob.startsWith('!') ? ['!', glob.slice(1)] : ['', glob];
  const folder = folders.find((one) => path.startsWith(`${one}/`));
  return folder === undefined ? glob : mark + path.slice(folder.length);
}

import * as z from 'zod/v4';
import type { Search, SearchOutcome } from '../ports/search.ts';
import { defineTool } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { pathParameter } from './call/schema.ts';
import { pageOf } from './search/found-page.ts';
import { showFound } from './search/show-found.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const MAX_CONTEXT = 10;
/** More lines or files are not counted. */
const MAX_FOUND = 20_000;

const input = z.object({
  pattern: z
    .string()
    .optional()
    .describe('Regular expression, or text with `literal`. Without it, files are listed by `glob`'),
  path: pathParameter('Absolute path of the folder or file (default: the workspace)').optional(),
  glob: z
    .string()
    .optional()
    .describe('Only these files, such as `*.ts` or `src/**/*.{js,jsx}`; `!` excludes'),
  language: z.string().optional().describe('Only files of this language, such as `ts`, `py`, `rust`'),
  literal: z.boolean().optional().describe('Search for the pattern as plain text'),
  case: z
    .enum(['smart', 'sensitive', 'insensitive'])
    .optional()
    .describe('`smart` (default): case counts if the pattern has upper-case letters'),
  context: z.number().int().optional().describe('Lines to show around each match (default 0)'),
  files_only: z.boolean().optional().describe('List only the files, newest first'),
  hidden: z.boolean().optional().describe('Include hidden files'),
  limit: z.number().int().optional().describe(`Most lines or files to return (default ${DEFAULT_LIMIT})`),
  offset: z.number().int().optional().describe('Skip this many, to read the next page'),
});

type Input = z.infer<typeof input>;

export const search = defineTool({
  name: 'search',
  title: 'Search files',
  description:
    'Search the contents of files, or list files by name, with ripgrep. Ignored, binary and denied files are left out. Results are grouped by file, with line numbers.',
  guidance: [
    'finds text in files, or files by `glob`. Use it instead of grep and find: lines that it shows can be quoted.',
  ],
  effect: 'search',
  input,

  async run(given, context: FileContext & { readonly search: Search }) {
    checkInput(given);
    const { pattern, files_only: filesOnly = pattern === undefined, context: lines = 0 } = given;
    const found = await find(given, filesOnly, context);
    const page = pageOf(found, {
      isByFile: filesOnly,
      offset: given.offset ?? 0,
      limit: given.limit ?? DEFAULT_LIMIT,
    });
    return showFound({ found, page, contextLines: lines, isByFile: filesOnly }, context);
  },
});

function checkInput({ pattern, glob, language, limit, offset, context }: Input): void {
  if (pattern === '') throw invalid('Invalid `pattern` parameter: it is empty. Leave it out to list files.');
  if (pattern === undefined && glob === undefined && language === undefined)
    throw invalid(
      'Missing parameter `pattern`. Give a pattern to search for, or `glob` or `language` to list files.',
    );
  expectWithin('limit', limit, { min: 1, max: MAX_LIMIT });
  expectWithin('offset', offset, { min: 0, max: Number.MAX_SAFE_INTEGER });
  expectWithin('context', context, { min: 0, max: MAX_CONTEXT });
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
  { files, search, signal }: FileContext & { readonly search: Search },
): Promise<SearchOutcome> {
  const folders = path === undefined ? files.roots : [path];
  if (!folders || folders.length === 0)
    throw invalid('Missing parameter `path`. Give the folder to search: there is no workspace folder.');
  const isReadable = await files.readableTest();
  const outcomes = await Promise.all(
    folders.map(async (folder) => {
      const { real } = await files.resolve(folder);
      const request = {
        path: real,
        pattern,
        isLiteral: literal,
        case: cases,
        globs: glob === undefined ? [] : [glob],
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

import * as z from 'zod/v4';
import { linesOfContent } from '../core/edit/expected-lines.ts';
import { replaceLines } from '../core/edit/replace-lines.ts';
import type { TextEdit } from '../core/edit/text-edit.ts';
import type { ToolError } from '../core/errors.ts';
import { blockStyleOf } from '../core/indent/block-style.ts';
import { chooseFit, type Option, questionsOf } from '../core/indent/choose-fit.ts';
import { fitIndentation, indentTo } from '../core/indent/fit-indentation.ts';
import { type Place, placeAt } from '../core/indent/place.ts';
import type { Masker } from '../core/secrets/masker.ts';
import { counted } from '../core/text/counted.ts';
import { countLines } from '../core/text/lines.ts';
import type { CountErrors } from '../workspace/plan.ts';
import type { Edited, WorkspaceFiles } from '../workspace/workspace-files.ts';
import { defineTool, type FileContext, type ToolResult } from './call/define-tool.ts';
import { invalid } from './call/input.ts';
import { pathParameter } from './call/schema.ts';
import { type Expectation, refuseStale, refuseTooManyLines } from './quote/expected-lines.ts';
import { editedResult } from './show/edited-result.ts';
import {
  CONTEXT,
  excerpt,
  type LinesAround,
  type LinesPlan,
  notesOf,
  orList,
  rangeText,
  summaryOf,
} from './show/lines-result.ts';

const wholeNumber = () => z.int({ error: 'It should be a whole number' }).optional();

const input = z.object({
  command: z.enum(['replace', 'insert', 'delete']).describe('What to do'),
  path: pathParameter('Absolute path of the file'),
  start_line: wholeNumber().describe('replace, delete: first line, from 1'),
  end_line: wholeNumber().describe('Last line, included (default: start_line)'),
  insert_line: wholeNumber().describe('insert: put the lines after this one; 0 = at the beginning'),
  new_content: z.string().optional().describe('replace, insert: the new lines'),
  indent_level: wholeNumber().describe(
    'Column of the first new line, instead of the fitting one; in a file with tabs, 4 columns are a tab',
  ),
  expected: z
    .string()
    .optional()
    .describe('The text that you expect at that line; if it differs, nothing is changed'),
  dry_run: z.boolean().optional().describe('Show the diff and write nothing'),
});

type Input = z.infer<typeof input>;
type Command = Input['command'];

export const editLines = defineTool({
  name: 'edit_lines',
  title: 'Edit by line numbers',
  description:
    'Replace, insert or delete whole lines by number. Lines whose indentation fits are kept as given, others are indented to fit. The result has the new numbers for the next call.',
  guidance: [
    'replaces, inserts or deletes lines by number and fits the indentation: for repairs, and when a quote keeps failing.',
    'Take the numbers from the last result, or pass expected.',
  ],
  effect: 'edit',
  input,
  async run(given, { files, signal }: FileContext) {
    refuseWrongParameters(given);
    const content = contentOf(given);
    const request = { tool: 'edit_lines', signal, dryRun: given.dry_run };
    const edited = await files.edit(given.path, request, ({ text }, _, countErrors) =>
      planFor(text, given, content, countErrors, files.masker),
    );
    const { plan } = edited;
    return edited.edits.length === 0 ? noChange(plan, given, content) : result(plan, given, edited, files);
  },
});

type Parameter = keyof Input;
type Rules = {
  readonly needed: readonly Parameter[];
  /** What to do instead of giving them. */
  readonly meaningless: Partial<Record<Parameter, string>>;
};

const useRange = 'Give `start_line` and `end_line`.';
const useInsertLine = 'Give `insert_line`, or use command replace.';
const rules: Record<Command, Rules> = {
  replace: { needed: ['start_line', 'new_content'], meaningless: { insert_line: useRange } },
  insert: {
    needed: ['insert_line', 'new_content'],
    meaningless: { start_line: useInsertLine, end_line: useInsertLine },
  },
  delete: {
    needed: ['start_line'],
    meaningless: {
      insert_line: useRange,
      new_content: 'To put other lines there, use command replace.',
      indent_level: 'Leave it out.',
    },
  },
};

function refuseWrongParameters(given: Input): void {
  const { command } = given;
  const { needed, meaningless } = rules[command];
  for (const [parameter, advice] of Object.entries(meaningless)) {
    const value = given[parameter as Parameter];
    if (value !== undefined && value !== '')
      throw invalid(`Parameter \`${parameter}\` does not apply to command: ${command}. ${advice}`, {
        parameter,
        command,
      });
  }
  for (const parameter of needed) {
    if (given[parameter] === undefined)
      throw invalid(`Parameter \`${parameter}\` is required for command: ${command}.`, {
        parameter,
        command,
      });
  }
}

function contentOf({ command, new_content: content = '', indent_level: level = 0 }: Input): string[] {
  if (level < 0) throw invalid(`Invalid \`indent_level\` parameter: ${level}. Columns count from 0.`);
  if (command === 'delete') return [];
  refuseTooManyLines('new_content', content);
  if (content !== '') return linesOfContent(content);
  const advice =
    command === 'insert' ? 'Give the lines to insert.' : 'To remove the lines, use command delete.';
  throw invalid(`Invalid \`new_content\` parameter: it is empty. ${advice}`);
}

type RemovedLines = { readonly first: number; readonly removed: number };
type Plan = LinesPlan & { readonly edits: readonly TextEdit[]; readonly isFuzzy: true };

async function planFor(
  text: string,
  given: Input,
  content: readonly string[],
  countErrors: CountErrors,
  masker: Masker,
): Promise<Plan> {
  const total = countLines(text);
  const range = given.command === 'insert' ? insertRange(given, total) : replaceRange(given, total);
  await refuseStale(expectationOf(given), text, masker);
  const place = placeAt(text, range, blockStyleOf(given.path));
  const fits =
    given.indent_level === undefined
      ? fitIndentation(content, place)
      : indentTo(given.indent_level, content, place);
  const { first, removed } = range;
  const editsOf = (option: Option) => [replaceLines(text, first, removed, option.lines) ?? []].flat();
  // One after the other: in parallel, each would start its own parser.
  const errors: (number | undefined)[] = [];
  for (const option of questionsOf(fits)) errors.push(await countErrors(editsOf(option)));
  const { chosen, others } = chooseFit(fits, errors);
  if (!chosen) throw unclearLevel(given.path, rangeText(first, removed), others);
  return {
    ...range,
    fitted: chosen,
    others,
    after: afterwards(range, chosen, place, total),
    edits: editsOf(chosen),
    // Line numbers can be stale and indentation is a guess, so a new syntax error is refused.
    isFuzzy: true,
  };
}

function afterwards(
  { first, removed }: RemovedLines,
  { lines }: Option,
  { before, after }: Place,
  total: number,
): LinesAround {
  const near = before.slice(-CONTEXT);
  return {
    lines: [...near, ...lines, ...after.slice(0, CONTEXT)],
    from: first - near.length,
    total: total - removed + lines.length,
  };
}

function unclearLevel(path: string, where: string, levels: readonly Option[]): ToolError {
  return invalid(
    `Nothing was changed: the new content for ${where} of ${path} has no indentation, and it can be at ${orList(levels)}. Give \`new_content\` with its indentation, or pass \`indent_level\`.`,
    { path, levels: levels.map(({ level }) => level) },
  );
}

function expectationOf({ command, path, expected, insert_line = 0, start_line = 0 }: Input): Expectation {
  return { path, expected, line: command === 'insert' ? insert_line : start_line };
}

function insertRange({ path, insert_line: line = 0 }: Input, total: number): RemovedLines {
  if (line < 0 || line > total) throw outOfRange('insert_line', line, path, { min: 0, total });
  return { first: line + 1, removed: 0 };
}

function replaceRange(given: Input, total: number): RemovedLines {
  const { path, start_line: start = 1, end_line: end = start } = given;
  if (total === 0)
    throw invalid(
      `Invalid \`start_line\` parameter: ${start}. ${path} is empty. Use command insert with insert_line 0.`,
    );
  if (start < 1 || start > total) throw outOfRange('start_line', start, path, { min: 1, total });
  if (end < start)
    throw invalid(
      `Invalid \`end_line\` parameter: ${end}. It should be greater than or equal to \`start_line\` (${start}).`,
    );
  if (end > total) throw outOfRange('end_line', end, path, { min: start, total });
  return { first: start, removed: end - start + 1 };
}

function outOfRange(
  parameter: string,
  value: number,
  path: string,
  { min, total }: { readonly min: number; readonly total: number },
): ToolError {
  return invalid(
    `Invalid \`${parameter}\` parameter: ${value}. ${path} has ${counted(total, 'line')}: [${min}, ${total}].`,
    { path, [parameter]: value, total_lines: total },
  );
}

function noChange(
  { first, removed, fitted }: Plan,
  { path, indent_level }: Input,
  content: readonly string[],
): ToolResult {
  const where = `${rangeText(first, removed)} of ${path}`;
  const isSame = content.every((line, at) => line === fitted.lines[at]);
  const summary =
    isSame || indent_level !== undefined
      ? `Nothing to do: the new content equals ${where}.`
      : `No change: ${where} already has this text, and the indentation of \`new_content\` does not fit there. To move the text, pass \`indent_level\`.`;
  return { summary, data: { path, already_applied: true, diff: '', notes: [] } };
}

function result(plan: Plan, given: Input, edited: Edited, files: WorkspaceFiles): ToolResult {
  const { first, removed, fitted, after } = plan;
  const { command, path, dry_run = false } = given;
  const added = fitted.lines.length;
  const data = {
    line_range: { start: first, end: first + Math.max(1, added) - 1 },
    moved: added - removed,
    total_lines: after.total,
    indentation: fitted.notes.join('; '),
    notes: notesOf(plan),
    dry_run,
  };
  const head = summaryOf(plan, command, path, dry_run);
  const shown = excerpt(after, first, added, {
    characters: files.limits.viewCharacters,
    masker: files.masker,
  });
  const summary = dry_run ? head : `${head}\n${shown}`;
  return editedResult(edited, files, { summary, isDiffInText: dry_run, data });
}

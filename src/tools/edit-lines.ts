import * as z from 'zod/v4';
import { linesOfContent } from '../core/edit/expected-lines.ts';
import type { ToolError } from '../core/errors.ts';
import { counted } from '../core/text/counted.ts';
import { countLines } from '../core/text/lines.ts';
import type { Edited, WorkspaceFiles } from '../workspace/workspace-files.ts';
import { defineTool, type ToolResult } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { pathParameter } from './call/schema.ts';
import { type Expectation, refuseStale, refuseTooManyLines } from './lines/expected-lines.ts';
import { excerpt, notesOf, rangeText, summaryOf } from './lines/lines-result.ts';
import { type PlannedLines, planLines } from './lines/plan-lines.ts';
import { editedResult } from './show/edited-result.ts';

const wholeNumber = () => z.int({ error: 'It should be a whole number' }).optional();

const input = z.object({
  command: z.enum(['replace', 'insert', 'delete']).describe('What to do'),
  path: pathParameter('Absolute path of the file'),
  start_line: wholeNumber().describe('replace, delete: first line, from 1'),
  end_line: wholeNumber().describe('Last line, included'),
  insert_line: wholeNumber().describe('insert: after this line; 0 = at the beginning'),
  new_content: z.string().optional().describe('The new lines'),
  indent_level: wholeNumber().describe('Column of the first new line, instead of the fitting one'),
  expected: z.string().optional().describe('Text that you expect at that line'),
  dry_run: z.boolean().optional().describe('Show the diff and write nothing'),
});

type Input = z.infer<typeof input>;
type Command = Input['command'];

export const editLines = defineTool({
  name: 'edit_lines',
  title: 'Edit by line numbers',
  description:
    'Replace, insert or delete whole lines by number. New lines are indented to fit. The result has the new numbers for the next call.',
  guidance: [
    'edits lines by number and fits the indentation: for repairs, and when a quote keeps failing.',
    'Take the numbers from the last result, or pass expected.',
  ],
  effect: 'edit',
  input,
  async run(given, { files, signal }: FileContext) {
    refuseWrongParameters(given);
    const content = contentOf(given);
    const request = { tool: 'edit_lines', signal, dryRun: given.dry_run };
    const { path, indent_level: indentLevel } = given;
    const edited = await files.edit(path, request, async ({ text }, _, countErrors) => {
      const range = rangeIn(given, countLines(text));
      await refuseStale(expectationOf(given), text, files.masker);
      return planLines({ path, text, ...range, content, indentLevel }, countErrors);
    });
    const { plan } = edited;
    return edited.edits.length === 0 ? noChange(plan, given, content) : result(edited, given, files);
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

const MAX_LEVEL = 1_000;

function contentOf({ command, new_content: content = '', indent_level: level = 0 }: Input): string[] {
  if (level < 0) throw invalid(`Invalid \`indent_level\` parameter: ${level}. Columns count from 0.`);
  if (level > MAX_LEVEL)
    throw invalid(`Invalid \`indent_level\` parameter: ${level}. Give at most ${MAX_LEVEL}.`);
  if (command === 'delete') return [];
  refuseTooManyLines('new_content', content);
  if (content !== '') return linesOfContent(content);
  const advice =
    command === 'insert' ? 'Give the lines to insert.' : 'To remove the lines, use command delete.';
  throw invalid(`Invalid \`new_content\` parameter: it is empty. ${advice}`);
}

type LinesRange = { readonly first: number; readonly removed: number };

function expectationOf({ command, path, expected, insert_line = 0, start_line = 0 }: Input): Expectation {
  return { path, expected, line: command === 'insert' ? insert_line : start_line };
}

function rangeIn(given: Input, total: number): LinesRange {
  return given.command === 'insert' ? insertRange(given, total) : replaceRange(given, total);
}

function insertRange({ path, insert_line: line = 0 }: Input, total: number): LinesRange {
  if (line < 0 || line > total) throw outOfRange('insert_line', line, { path, min: 0, total });
  return { first: line + 1, removed: 0 };
}

function replaceRange(given: Input, total: number): LinesRange {
  const { path, start_line: start = 1, end_line: end = start } = given;
  if (total === 0)
    throw invalid(
      `Invalid \`start_line\` parameter: ${start}. ${path} is empty. Use command insert with insert_line 0.`,
    );
  if (start < 1 || start > total) throw outOfRange('start_line', start, { path, min: 1, total });
  if (end < start)
    throw invalid(
      `Invalid \`end_line\` parameter: ${end}. It should be greater than or equal to \`start_line\` (${start}).`,
    );
  if (end > total) throw outOfRange('end_line', end, { path, min: start, total });
  return { first: start, removed: end - start + 1 };
}

type Bounds = { readonly path: string; readonly min: number; readonly total: number };

function outOfRange(parameter: string, value: number, { path, min, total }: Bounds): ToolError {
  return invalid(
    `Invalid \`${parameter}\` parameter: ${value}. ${path} has ${counted(total, 'line')}: [${min}, ${total}].`,
    { path, [parameter]: value, total_lines: total },
  );
}

function noChange(
  { first, removed, fitted }: PlannedLines,
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

type EditedLines = Edited & { readonly plan: PlannedLines };

function result(edited: EditedLines, given: Input, files: WorkspaceFiles): ToolResult {
  const { plan } = edited;
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
  const head = summaryOf(plan, { command, path, isDryRun: dry_run });
  const limits = { characters: files.limits.viewCharacters, masker: files.masker };
  const shown = excerpt(after, { first, count: added }, limits);
  const summary = dry_run ? head : `${head}\n${shown}`;
  return editedResult(edited, files, { summary, isDiffInText: dry_run, data });
}

import * as z from 'zod/v4';
import { linesOfContent, placesOf, standsAt } from '../core/edit/expected-lines.ts';
import { replaceLines } from '../core/edit/replace-lines.ts';
import type { TextEdit } from '../core/edit/text-edit.ts';
import { ToolError } from '../core/errors.ts';
import { blockStyleOf } from '../core/indent/block-style.ts';
import { chooseFit, type Option, questionsOf } from '../core/indent/choose-fit.ts';
import { fitIndentation, indentTo } from '../core/indent/fit-indentation.ts';
import type { Masker } from '../core/secrets/masker.ts';
import { countLines, linesWithEndings, withoutEnding } from '../core/text/lines.ts';
import type { CountErrors } from '../workspace/plan.ts';
import type { Edited, WorkspaceFiles } from '../workspace/workspace-files.ts';
import { defineTool, type FileContext, type ToolResult } from './call/define-tool.ts';
import { invalid } from './call/input.ts';
import { masked } from './call/masked-value.ts';
import { editedResult } from './show/edited-result.ts';
import { counted, excerpt, headOf, type LinesPlan, notesOf, orList, rangeText } from './show/lines-answer.ts';

const wholeNumber = () => z.int({ error: 'It should be a whole number' }).optional();

const input = z.object({
  command: z.enum(['replace', 'insert', 'delete']).describe('What to do'),
  path: z.string().describe('Absolute path of the file'),
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
    .describe('What you believe stands at that line; if it does not, nothing is changed'),
  dry_run: z.boolean().optional().describe('Show the diff and write nothing'),
});

type Input = z.infer<typeof input>;
type Command = Input['command'];

export const editLines = defineTool({
  name: 'edit_lines',
  title: 'Edit by line numbers',
  description:
    'Replace, insert or delete whole lines by number. Lines whose indentation fits are taken as given, others are indented to fit. The answer gives the new numbers for the next call.',
  effect: 'edit',
  input,
  async run(given, { files, signal }: FileContext) {
    refuseWrongParameters(given);
    const content = contentOf(given);
    // Numbers can be stale and indentation is a guess, so that a new syntax error is refused.
    const request = { tool: 'edit_lines', signal, dryRun: given.dry_run, isTolerant: () => true };
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
      throw invalid(`Parameter \`${parameter}\` has no meaning for command: ${command}. ${advice}`, {
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

/** More would take the server too long, and no model writes them. */
const MAX_NEW_LINES = 100_000;

function contentOf({ command, new_content: content = '', indent_level: level = 0 }: Input): string[] {
  if (level < 0) throw invalid(`Invalid \`indent_level\` parameter: ${level}. Columns count from 0.`);
  if (command === 'delete') return [];
  const count = countLines(content);
  if (count > MAX_NEW_LINES)
    throw invalid(
      `Invalid \`new_content\` parameter: it has ${count} lines. Give at most ${MAX_NEW_LINES} in one call.`,
    );
  if (content !== '') return linesOfContent(content);
  const advice =
    command === 'insert' ? 'Give the lines to insert.' : 'To remove the lines, use command delete.';
  throw invalid(`Invalid \`new_content\` parameter: it is empty. ${advice}`);
}

type Plan = LinesPlan & { readonly edits: readonly TextEdit[] };

async function planFor(
  text: string,
  given: Input,
  content: readonly string[],
  countErrors: CountErrors,
  masker: Masker,
): Promise<Plan> {
  const lines = linesWithEndings(text).map(withoutEnding);
  const { first, removed } =
    given.command === 'insert' ? insertRange(given, lines) : replaceRange(given, lines);
  refuseStale(given, lines, masker);
  const [before, after] = [lines.slice(0, first - 1), lines.slice(first - 1 + removed)];
  const style = blockStyleOf(given.path);
  const place = { before, replaced: lines.slice(first - 1, first - 1 + removed), after, style };
  const fits =
    given.indent_level === undefined
      ? fitIndentation(content, place)
      : indentTo(given.indent_level, content, place);
  const editsOf = (option: Option) => [replaceLines(text, first, removed, option.lines) ?? []].flat();
  // One after the other: each would start a parser of its own.
  const errors: (number | undefined)[] = [];
  for (const option of questionsOf(fits)) errors.push(await countErrors(editsOf(option)));
  const { chosen, others } = chooseFit(fits, errors);
  if (!chosen) throw unclearLevel(given.path, rangeText(first, removed), others);
  const final = [...before, ...chosen.lines, ...after];
  return { first, removed, fitted: chosen, others, lines: final, edits: editsOf(chosen) };
}

function unclearLevel(path: string, where: string, levels: readonly Option[]): ToolError {
  return invalid(
    `Nothing was changed: the new content for ${where} of ${path} has no indentation, and it can be at ${orList(levels)}. Give \`new_content\` with its indentation, or pass \`indent_level\`.`,
    { path, levels: levels.map(({ level }) => level) },
  );
}

function insertRange({ path, insert_line: line = 0 }: Input, lines: readonly string[]) {
  if (line < 0 || line > lines.length) throw outOfRange('insert_line', line, path, 0, lines.length);
  return { first: line + 1, removed: 0 };
}

function replaceRange(given: Input, lines: readonly string[]) {
  const { path, start_line: start = 1, end_line: end = start } = given;
  if (lines.length === 0)
    throw invalid(
      `Invalid \`start_line\` parameter: ${start}. ${path} is empty. Use command insert with insert_line 0.`,
    );
  if (start < 1 || start > lines.length) throw outOfRange('start_line', start, path, 1, lines.length);
  if (end < start)
    throw invalid(
      `Invalid \`end_line\` parameter: ${end}. It should be greater than or equal to \`start_line\` (${start}).`,
    );
  if (end > lines.length) throw outOfRange('end_line', end, path, start, lines.length);
  return { first: start, removed: end - start + 1 };
}

function outOfRange(parameter: string, value: number, path: string, least: number, total: number): ToolError {
  return invalid(
    `Invalid \`${parameter}\` parameter: ${value}. ${path} has ${counted(total)}: [${least}, ${total}].`,
    { path, [parameter]: value, total_lines: total },
  );
}

function refuseStale(
  { command, path, expected, ...given }: Input,
  lines: readonly string[],
  masker: Masker,
): void {
  if (expected === undefined) return;
  const line = (command === 'insert' ? given.insert_line : given.start_line) ?? 0;
  if (line === 0)
    throw invalid('Parameter `expected` has no meaning at the beginning of a file. Leave it out.');
  const believed = linesOfContent(expected);
  const shown = masked(lines.slice(line - 1, line - 1 + believed.length), masker);
  if (standsAt(lines, believed, line) || standsAt(shown, believed, 1)) return;
  const places = placesOf(lines, believed);
  const now = excerpt(lines, line, believed.length, { characters: MAX_STALE, masker });
  throw new ToolError(
    'STALE_LINES',
    `Nothing was changed: line ${line} of ${path} is not what \`expected\` says. The file has there now:\n${now}\n${whereabouts(places)}`,
    { path, line, places: places.slice(0, MAX_PLACES) },
  );
}

const MAX_STALE = 2000;
const MAX_PLACES = 10;

function whereabouts(places: readonly number[]): string {
  if (places.length === 0) return 'That text is nowhere in the file. Read it again.';
  const listed = places.slice(0, MAX_PLACES).join(', ');
  const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : '';
  return `It stands at ${places.length === 1 ? 'line' : 'lines'} ${listed}${more} now.`;
}

function noChange(
  { first, removed, lines }: Plan,
  { path, indent_level }: Input,
  content: readonly string[],
): ToolResult {
  const where = `${rangeText(first, removed)} of ${path}`;
  const isSame = content.every((line, at) => line === lines[first - 1 + at]);
  const text =
    isSame || indent_level !== undefined
      ? `Nothing to do: the new content equals ${where}.`
      : `No change: ${where} has this text already, and the indentation of \`new_content\` does not fit there. To move the text, pass \`indent_level\`.`;
  return { text, data: { path, already_applied: true, diff: '', notes: [] } };
}

function result(plan: Plan, given: Input, edited: Edited, files: WorkspaceFiles): ToolResult {
  const { first, removed, fitted, lines } = plan;
  const { command, path, dry_run = false } = given;
  const added = fitted.lines.length;
  const facts = {
    line_range: { start: first, end: first + Math.max(1, added) - 1 },
    moved: added - removed,
    total_lines: lines.length,
    indentation: fitted.notes.join('; '),
    notes: notesOf(plan),
    dry_run,
  };
  const head = headOf(plan, command, path, dry_run);
  const shown = excerpt(lines, first, added, {
    characters: files.limits.viewCharacters,
    masker: files.masker,
  });
  return editedResult(edited, files, facts, (diff) => `${head}\n${dry_run ? diff : shown}`);
}

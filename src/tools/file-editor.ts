import * as z from 'zod/v4';
import { insertLines } from '../core/edit/insert-lines.ts';
import { snippetOfEdit } from '../core/edit/snippet.ts';
import { lastWritten, spliceEdits, type TextEdit } from '../core/edit/text-edit.ts';
import type { ToolError } from '../core/errors.ts';
import { countLines } from '../core/text/lines.ts';
import type { ClientCheckpoints } from '../workspace/client-checkpoints.ts';
import type { Edited, WorkspaceFiles } from '../workspace/workspace-files.ts';
import { defineTool, type ToolResult } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { pathParameter } from './call/schema.ts';
import { QUOTE_ADVICE } from './quote/quote-advice.ts';
import { refusalError } from './quote/refusal.ts';
import { replaceQuoted } from './quote/replace-quoted.ts';
import { alreadyApplied, editedResult, notesText } from './show/edited-result.ts';
import { numberLinesWithin } from './show/numbered-lines.ts';
import { catHeader, view } from './show/view.ts';

const input = z.object({
  command: z.enum(['view', 'create', 'str_replace', 'insert', 'undo_edit']).describe('What to do'),
  path: pathParameter('Absolute path of the file or directory'),
  file_text: z.string().optional().describe('create: the content of the new file'),
  view_range: z
    .array(z.number({ error: 'It should be a list of two integers' }))
    .optional()
    .describe('view: [first, last] line, from 1; last -1 = to the end'),
  old_str: z
    .string()
    .optional()
    .describe('str_replace: the text to replace, copied from the file; it must be unique'),
  new_str: z
    .string()
    .optional()
    .describe('str_replace: its replacement (absent: delete it). insert: the text to insert'),
  insert_text: z.string().optional().describe('insert: another name of new_str'),
  insert_line: z
    .number()
    .int()
    .optional()
    .describe('insert: put the text after this line; 0 = at the beginning'),
});

type Input = z.infer<typeof input>;

const commands: Record<Input['command'], (input: Input, context: FileContext) => Promise<ToolResult>> = {
  view: ({ path, view_range }, context) => view(path, view_range, context),
  create,
  str_replace: strReplace,
  insert,
  undo_edit: undoEdit,
};

export const fileEditor = defineTool({
  name: 'file_editor',
  title: 'View and edit files',
  description:
    'View files, directories and images; create files; replace a unique text; insert lines; undo the last edit of a file (also after a restart). Encoding, line endings and everything not edited stay as they are.',
  guidance: [
    'view also shows directories and images; undo_edit undoes the last edit of a file, by any tool.',
    QUOTE_ADVICE,
  ],
  effect: 'edit',
  input,
  run: (input, context: FileContext) => commands[input.command](input, context),
});

async function create({ path, file_text }: Input, { files, signal }: FileContext): Promise<ToolResult> {
  if (file_text === undefined) throw missing('file_text', 'create');
  const edited = await files.create(path, file_text, { tool: 'file_editor create', signal });
  return edit(edited, files, { summary: `File created successfully at: ${path}` });
}

async function strReplace({ path, old_str, new_str = '' }: Input, context: FileContext): Promise<ToolResult> {
  const oldText = checkedQuotation(old_str, new_str);
  const { files } = context;
  const { edited, plan } = await replaceQuoted(
    {
      path,
      oldText,
      newText: new_str,
      policy: files.matching,
      tool: 'file_editor str_replace',
      refuse: (refusal, text) => refusalError(refusal, { path, text, quoted: oldText, name: 'old_str' }),
    },
    context,
  );
  if (!plan) return alreadyApplied(path, { diff: '' });
  const { strategy, similarity, notes } = plan;
  const note = notes.length > 0 ? ` (${notesText(notes)})` : '';
  const summary = `The file ${path} has been edited${note}. ${snippet(path, edited, files)}\n${REVIEW}`;
  return edit(edited, files, { summary, data: { strategy, similarity, notes } });
}

function checkedQuotation(quoted: string | undefined, replacement: string): string {
  if (quoted === undefined) throw missing('old_str', 'str_replace');
  if (quoted === '') {
    throw invalid(
      'Invalid `old_str` parameter: it is empty. Quote the text to replace, or use `insert` or `create`.',
    );
  }
  if (quoted === replacement) {
    throw invalid('No replacement was performed: `old_str` and `new_str` are identical. Change `new_str`.');
  }
  return quoted;
}

const REVIEW = 'Review the changes and make sure they are as expected. Edit the file again if necessary.';

async function insert(input: Input, { files, signal }: FileContext): Promise<ToolResult> {
  const { path, insert_line: line, new_str: text = input.insert_text } = input;
  if (line === undefined) throw missing('insert_line', 'insert');
  if (text === undefined) throw missing('new_str', 'insert');
  if (text === '') throw invalid('Invalid `new_str` parameter: it is empty. Give the text to insert.');
  const edited = await files.edit(path, { tool: 'file_editor insert', signal }, (document) => {
    const lines = countLines(document.text);
    if (line < 0 || line > lines) {
      throw invalid(
        `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines}].`,
        { path, insert_line: line, total_lines: lines },
      );
    }
    return [insertLines(document.text, line, text)];
  });
  const summary = `The file ${path} has been edited. ${snippet(path, edited, files)}\n${REVIEW}`;
  return edit(edited, files, { summary });
}

async function undoEdit({ path }: Input, context: FileContext): Promise<ToolResult> {
  const { files } = context;
  const undone = { ...(await files.undo(path)), undoable: true };
  const what = `Last edit to ${path} undone (${undone.entry.tool}).`;
  const result = undone.removed
    ? 'That edit had created the file, so the file was removed.'
    : snippet(path, undone, files);
  const done = edit(undone, files, { summary: `${what} ${result}` });
  const rest = await restOfGroup(undone.path, context as UndoEditContext);
  return rest === undefined ? done : { ...done, remarks: [...(done.remarks ?? []), rest] };
}

type UndoEditContext = FileContext & { readonly checkpoints: ClientCheckpoints };

/** An edit may have been one of several files that were changed together. */
async function restOfGroup(path: string, { checkpoints }: UndoEditContext): Promise<string | undefined> {
  const [last] = await checkpoints.list({ path, limit: 1 });
  const [group] = last?.undoesPartOf ?? [];
  return group && `It was part of a change of several files: undo {"id":"${group}"} takes back the rest.`;
}

function edit(
  edited: Edited,
  files: WorkspaceFiles,
  { summary, ...more }: { readonly summary: string; readonly data?: Record<string, unknown> },
): ToolResult {
  const data = { line_range: lineRange(edited), ...more.data };
  return editedResult(edited, files, { summary, isDiffInText: false, data });
}

function snippet(
  path: string,
  { before, edits, firstLine }: Edited,
  { limits, masker }: WorkspaceFiles,
): string {
  const { lines, linesBefore } = snippetOfEdit(before, joinedEdit(before, edits), limits.viewCharacters);
  const { text, shown, cutInLine, limit } = numberLinesWithin(
    { lines, first: firstLine - linesBefore },
    { characters: limits.viewCharacters, masker },
  );
  const notice = cutInLine || shown < lines.length ? `\n[Cut at ${limit}.]` : '';
  return `${catHeader(`a snippet of ${path}`)}\n${text}${notice}`;
}

/** One edit from the first to the last of them, with the text between. */
function joinedEdit(text: string, edits: readonly TextEdit[]): TextEdit {
  const [start, end] = [edits[0]!.span.start, edits.at(-1)!.span.end];
  return { span: { start, end }, newText: spliceEdits(text, edits, { start, end }) };
}

/** The lines with the new text. */
function lineRange({ before, edits, firstLine }: Edited): { start: number; end: number } {
  return { start: firstLine, end: lastWritten(firstLine, joinedEdit(before, edits).newText) };
}

function missing(parameter: string, command: string): ToolError {
  return invalid(`Parameter \`${parameter}\` is required for command: ${command}.`, { parameter, command });
}

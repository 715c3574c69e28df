import * as z from 'zod/v4';
import { editsToContent } from '../core/edit/rewrite-text.ts';
import { ToolError } from '../core/errors.ts';
import type { ShownFile } from '../core/match/evidence.ts';
import { isElision } from '../core/match/strategies/elision.ts';
import { countLines, linesWithEndings } from '../core/text/lines.ts';
import type { Edited } from '../workspace/workspace-files.ts';
import { defineTool, type ToolResult } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { brief } from './call/received-value.ts';
import { pathParameter } from './call/schema.ts';
import { alreadyApplied, editedResult } from './show/edited-result.ts';

/** A file with fewer lines may well be written anew. */
const MIN_LINES_TO_WARN = 20;
const KEPT_SHARE_TO_WARN = 0.3;

export const fileWrite = defineTool({
  name: 'file_write',
  title: 'Write a whole file',
  description:
    'Create a file, or replace all of it. An existing file must have been shown to you in full, and be unchanged since.',
  guidance: ['creates a file or replaces all of it. To change a part of a file, edit that part.'],
  effect: 'edit',
  input: z.object({
    path: pathParameter('Absolute path of the file'),
    content: z.string().describe('The whole new content'),
  }),

  async run({ path, content }, context: FileContext): Promise<ToolResult> {
    const { files, signal } = context;
    const request = { tool: 'file_write', signal };
    if (!(await files.info(path))) {
      const created = await files.create(path, content, request);
      const summary = `Created ${path} (${countLines(content)} lines).`;
      return editedResult(created, files, { summary, data: { created: true }, isDiffInText: false });
    }
    const { edited, isUtf8 } = await overwrite(path, content, context);
    if (edited.edits.length === 0) return alreadyApplied(path, { diff: '' });
    const summary = `Replaced the content of ${path}: ${countLines(edited.before)} lines became ${countLines(content)}.`;
    const result = editedResult(edited, files, { summary, data: { created: false }, isDiffInText: true });
    return { ...result, remarks: [...(result.remarks ?? []), ...warningsOn(edited, content, isUtf8)] };
  },
});

/** In the encoding of the file, or in UTF-8 if that cannot hold the content. */
async function overwrite(path: string, content: string, { files, signal }: FileContext) {
  const write = (asUtf8: boolean) =>
    files.edit(path, { tool: 'file_write', signal }, ({ text }, shown) => {
      refuseUnseen(path, text, shown);
      return { edits: editsToContent(text, content), asUtf8 };
    });
  try {
    return { edited: await write(false), isUtf8: false };
  } catch (error) {
    if (!(error instanceof ToolError) || error.name !== 'ENCODING') throw error;
    return { edited: await write(true), isUtf8: true };
  }
}

function refuseUnseen(path: string, text: string, shown: ShownFile | undefined): void {
  if (text === '') return;
  const isSame = shown?.text() === text;
  if (shown && !isSame)
    throw new ToolError(
      'FILE_CHANGED',
      `Nothing was written: ${path} has changed since it was shown to you. Read it again, then write it.`,
      { path },
    );
  const total = countLines(text);
  let unseen = 0;
  for (let line = 0; line < total; line++) if (!shown?.isShown(line)) unseen++;
  if (unseen === 0) return;
  const part =
    unseen === total
      ? 'has not been shown to you'
      : `has ${unseen} of ${total} lines that were not shown to you`;
  throw new ToolError(
    'FILE_EXISTS',
    `Nothing was written: ${path} exists and ${part}. Read the whole file first, or edit only the part that should change.`,
    { path, unseen_lines: unseen, total_lines: total },
  );
}

function warningsOn({ before }: Edited, content: string, isUtf8: boolean): string[] {
  const oldLines = linesWithEndings(before);
  const known = new Set(oldLines.map((line) => line.trim()));
  const newLines = linesWithEndings(content).map((line) => line.trim());
  const kept = newLines.filter((line) => line !== '' && known.has(line)).length;
  const placeholder = newLines.findIndex((line) => isElision(line) && !known.has(line));
  return [
    ...(oldLines.length >= MIN_LINES_TO_WARN && kept < oldLines.length * KEPT_SHARE_TO_WARN
      ? [
          `The new content drops most of the file: ${kept} of ${oldLines.length} lines are left. If that is wrong, undo it.`,
        ]
      : []),
    ...(placeholder === -1
      ? []
      : [
          `Line ${placeholder + 1} (${brief(newLines[placeholder]!)}) looks like a placeholder for code that was left out. If it is, undo the change and write that code out.`,
        ]),
    ...(isUtf8
      ? ['The content has characters that the encoding of the file cannot hold; the file is in UTF-8 now.']
      : []),
  ];
}

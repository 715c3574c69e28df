import * as z from 'zod/v4';
import { fileNotFound, ToolError } from '../core/errors.ts';
import { hasMetavariables } from '../core/rewrite/pattern/pattern.ts';
import { defineTool, type ToolResult } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { brief } from './call/received-value.ts';
import { pathParameter } from './call/schema.ts';
import { refusalError } from './quote/refusal.ts';
import { replaceQuoted } from './quote/replace-quoted.ts';
import { rewriteCode } from './rewrite/rewrite-code.ts';
import type { RewriteContext } from './rewrite/rewrite-files.ts';
import { alreadyApplied, editedResult, notesText } from './show/edited-result.ts';

const input = z.object({
  pattern: z
    .string()
    .describe(
      'Code to find, with metavariables: `$NAME` one node, `$$$NAME` any number; no names that the code uses. Without metavariables: in a file, text that occurs once; in a folder, code',
    ),
  rewrite: z.string().describe('The replacement; metavariables are filled in'),
  path: pathParameter('Absolute path of a file, or of a folder to rewrite every file in it'),
  language: z.string().optional().describe('Language of the pattern, if the file name does not show it'),
  fuzzy: z
    .boolean()
    .optional()
    .describe('Tolerate small differences in a pattern that is text (default true)'),
  dry_run: z.boolean().optional().describe('Show the diff and write nothing'),
});

type Input = z.infer<typeof input>;

export const edit = defineTool({
  name: 'edit',
  title: 'Rewrite code by pattern',
  description:
    'Rewrite every place that matches a code pattern, in a file or a folder: `old($A, $$$REST)` to `new($$$REST, $A)`. Layout does not matter, comments and code that the pattern does not mention are never dropped, ignored files are skipped. All files are changed or none.',
  guidance: [
    'rewrites code by pattern ($NAME one node, $$$ARGS many) in a file or a folder: for renames and repeated changes.',
    'Try dry_run first.',
  ],
  effect: 'edit',
  input,
  async run(given, context: RewriteContext) {
    refuseUseless(given);
    const info = await context.files.info(given.path);
    if (!info) throw fileNotFound(given.path);
    if (info.kind === 'directory' || hasMetavariables(given.pattern))
      return rewriteCode(given, info, context);
    return replaceText(given, context);
  },
});

function refuseUseless({ pattern, rewrite }: Input): void {
  if (pattern.trim() === '')
    throw invalid('Invalid `pattern` parameter: it is empty. Give the code or the text to replace.');
  if (pattern === rewrite) throw invalid('pattern and rewrite are identical');
}

/** A pattern without metavariables is a quotation. */
async function replaceText(given: Input, context: FileContext): Promise<ToolResult> {
  const { path, pattern, rewrite, fuzzy, dry_run: dryRun = false } = given;
  const { files } = context;
  const { edited, plan } = await replaceQuoted(
    {
      path,
      oldText: pattern,
      newText: rewrite,
      policy: fuzzy === false ? 'exact' : files.matching,
      tool: 'edit',
      dryRun,
      refuse: (refusal, text) =>
        withAlternatives(refusalError(refusal, { path, text, quoted: pattern, name: 'pattern' }), pattern),
    },
    context,
  );
  if (!plan) return alreadyApplied(path);
  const notes = plan.notes.length > 0 ? ` (${notesText(plan.notes)})` : '';
  const verb = dryRun ? 'Would edit' : 'Edited';
  return editedResult(edited, files, {
    summary: `${verb} ${path}${notes}.`,
    isDiffInText: true,
    data: { strategy: plan.strategy, notes: plan.notes, places: 1, dry_run: dryRun },
  });
}

function withAlternatives({ name, message, details }: ToolError, pattern: string): ToolError {
  const partOfWord = /\b\w+\$+[A-Z_]+/.exec(pattern);
  const all = name === 'MULTIPLE_MATCHES' ? 'change every place with edit_file and replace_all, or ' : '';
  const metavariables = partOfWord
    ? `\`${brief(partOfWord[0])}\` is not a metavariable, which is always a complete name`
    : 'to match code regardless of its layout, use a metavariable in the pattern';
  return new ToolError(
    name,
    message,
    details,
    `Or ${all}change the lines by number with edit_lines; ${metavariables}.`,
  );
}

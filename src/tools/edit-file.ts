import * as z from 'zod/v4';
import type { TextEdit } from '../core/edit/text-edit.ts';
import { ToolError } from '../core/errors.ts';
import { isMarkdown } from '../core/languages/markdown.ts';
import { quotesDiffer } from '../core/languages/quote-kinds.ts';
import type { ShownFile } from '../core/match/evidence.ts';
import type { EditPlan } from '../core/match/plan-edit.ts';
import { planEdits, quotedChange } from '../core/match/plan-edits.ts';
import type { Quote } from '../core/secrets/masked-quote.ts';
import { countLines } from '../core/text/lines.ts';
import { inTurns, nextTurn } from '../workspace/turns.ts';
import { defineTool, type ToolResult } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { pathParameter } from './call/schema.ts';
import { QUOTE_ADVICE } from './quote/quote-advice.ts';
import { quotedResult } from './quote/quoted-result.ts';
import { refusalError } from './quote/refusal.ts';
import { unmaskQuote } from './quote/unmask-quote.ts';
import { editedResult } from './show/edited-result.ts';

const oneEdit = z.object({
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
});

const input = z.object({
  path: pathParameter('Absolute path of the file'),
  old_string: z
    .string()
    .optional()
    .describe('Text to replace, copied from the file; unique. Empty: create the file'),
  new_string: z.string().optional().describe('Its replacement'),
  replace_all: z.boolean().optional().describe('Replace every occurrence'),
  edits: z
    .array(oneEdit)
    .optional()
    .describe('Several edits instead, all or none; one may quote the result of an earlier one'),
  dry_run: z.boolean().optional().describe('Show the diff and write nothing'),
});

type Input = z.infer<typeof input>;
type OneEdit = z.infer<typeof oneEdit>;

const MAX_EDITS = 1_000;

export const editFile = defineTool({
  name: 'edit_file',
  title: 'Edit a file by quotation',
  description:
    'Replace text that you quote from a file. Small differences are tolerated if only one place can be meant; otherwise the error shows what to quote.',
  guidance: ['replaces text that you quote, several places at once with edits.', QUOTE_ADVICE],
  effect: 'edit',
  input,
  async run(given, context: FileContext) {
    const edits = editsOf(given);
    if (edits.length === 1 && edits[0]!.old_string === '')
      return create(given, edits[0]!.new_string, context);
    return replace(given, edits, context);
  },
});

function editsOf({ edits, old_string, new_string, replace_all }: Input): OneEdit[] {
  if (edits) {
    if (old_string !== undefined || new_string !== undefined)
      throw invalid('Give either `edits` or `old_string` and `new_string`, not both.');
    if (edits.length === 0) throw invalid('Invalid `edits` parameter: []. Give at least one edit.');
    if (edits.length > MAX_EDITS)
      throw invalid(
        `Invalid \`edits\` parameter: ${edits.length} edits. Give at most ${MAX_EDITS} in one call.`,
      );
    return edits.map(checked);
  }
  if (old_string === undefined)
    throw invalid('Missing required parameter `old_string`. Quote the text to replace, or give `edits`.');
  if (new_string === undefined)
    throw invalid('Missing required parameter `new_string`. Use an empty string to delete the text.');
  return [checked({ old_string, new_string, replace_all })];
}

function checked(edit: OneEdit): OneEdit {
  if (edit.old_string === edit.new_string) throw invalid('old_string and new_string are identical');
  return edit;
}

async function create(
  { path, dry_run: dryRun = false }: Input,
  content: string,
  { files, signal }: FileContext,
): Promise<ToolResult> {
  const existing = await files.info(path);
  if (existing?.size === 0) return fill({ path, dryRun }, content, { files, signal });
  if (existing)
    throw invalid(
      `Invalid \`old_string\` parameter: it is empty, but ${path} exists. Quote the text to replace.`,
      { path },
    );
  const edited = await files.create(path, content, { tool: 'edit_file', signal, dryRun });
  const verb = dryRun ? 'Would create' : 'Created';
  return editedResult(edited, files, {
    summary: `${verb} ${path} (${countLines(content)} lines).`,
    isDiffInText: false,
    data: { strategy: 'create', occurrences: 1, dry_run: dryRun },
  });
}

/** An existing empty file has no text to quote. */
async function fill(
  { path, dryRun }: { readonly path: string; readonly dryRun: boolean },
  content: string,
  { files, signal }: FileContext,
): Promise<ToolResult> {
  const edited = await files.edit(path, { tool: 'edit_file', signal, dryRun }, ({ text }) => {
    if (text !== '') throw invalid(`${path} is no longer empty. Quote the text to replace.`, { path });
    return [{ span: { start: 0, end: 0 }, newText: content }];
  });
  const verb = dryRun ? 'Would fill' : 'Filled';
  return editedResult(edited, files, {
    summary: `${verb} ${path}, which was empty.`,
    isDiffInText: true,
    data: { strategy: 'create', occurrences: 1, dry_run: dryRun },
  });
}

async function replace(
  given: Input,
  edits: readonly OneEdit[],
  { files, signal }: FileContext,
): Promise<ToolResult> {
  const { path, dry_run: dryRun } = given;
  const quoted = edits.map(({ old_string, new_string }) => ({ oldText: old_string, newText: new_string }));
  const edited = await files.edit(path, { tool: 'edit_file', signal, dryRun }, async ({ text }, shown) => {
    const planned = await planOrRefuse({ text, shown, path }, edits, { files, signal });
    return quotedChange(planned.plans, planned.edits, quoted);
  });
  return quotedResult({ path, edited, plans: edited.plan.plans, dryRun: dryRun ?? false }, files);
}

type Planned = { readonly plans: readonly EditPlan[]; readonly edits: readonly TextEdit[] };
type File = { readonly path: string; readonly text: string; readonly shown: ShownFile | undefined };

async function planOrRefuse(
  { path, text, shown }: File,
  edits: readonly OneEdit[],
  { files, signal }: FileContext,
): Promise<Planned> {
  const { masker } = files;
  const quoteOf = (quote: Quote) => (masker.isActive ? unmaskQuote({ path, text, masker }, quote) : quote);
  const requests = edits.map(({ old_string, new_string, replace_all }) => ({
    ...quoteOf({ oldText: old_string, newText: new_string }),
    replaceAll: replace_all,
    policy: files.matching,
    // Asked for only if the quote is not exact.
    get quotesDiffer() {
      return quotesDiffer(path);
    },
    get hasHeadings() {
      return isMarkdown(path);
    },
    shown,
  }));
  const planned = await inTurns(planEdits(text, requests, signal));
  if (planned.outcome === 'edits') return planned;
  if (planned.outcome === 'cancelled')
    throw new ToolError('CANCELLED', `Cancelled: ${path} was not changed.`);
  if (planned.outcome === 'overlap')
    throw invalid(`Nothing was changed: edits ${planned.numbers.join(' and ')} overlap. Make them one edit.`);
  // The search for the nearest text takes as long as the match.
  await nextTurn();
  const name = edits.length === 1 ? 'old_string' : `old_string of edit ${planned.number}`;
  const quoted = edits[planned.number - 1]!.old_string;
  throw refusalError(planned.refusal, { path, text, quoted, name, takesReplaceAll: true });
}

import { diffOfEdits, editBetween } from '../core/edit/diff.ts';
import { readDiff } from '../core/edit/read-diff.ts';
import type { Change } from '../core/edit/text-edit.ts';
import { lineNumberAt } from '../core/text/lines.ts';
import type { Effect } from '../tools/call/define-tool.ts';
import type { CallOutcome } from '../tools/call/outcome-text.ts';
import { asObject, asText, type JsonObject } from './json-rpc.ts';

/** As much of a tool as an editor's card tells of it. */
export type CardTool = {
  readonly name: string;
  readonly title: string;
  readonly effect: Effect;
  /** The names of its parameters. */
  readonly parameters?: readonly string[];
};

export type CardCall = {
  readonly tool: CardTool;
  readonly input: JsonObject;
  /** Where the call will change its file, if that is known. */
  readonly line?: number | undefined;
};

/** A file before and after; null where there was, or is, none. Of a large file only the changed lines. */
export type FileDiff = {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string | null;
  /** The first line that differs, from 1, as the file is afterwards. */
  readonly line: number;
  /** The hunks of a unified diff of it, if one was made already. */
  readonly hunks?: string | undefined;
};

/** What became of a call, as text. */
export type CardOutcome = {
  readonly ok: boolean;
  readonly text: string;
  readonly data: JsonObject;
  readonly diffs: readonly FileDiff[];
};

/** The major version of the protocol: in 2, still a draft, a diff is a patch. */
export type ProtocolVersion = number;

/** Fields of a tool call, in the words of the protocol. */
export type CardFields = {
  readonly title?: string;
  readonly kind?: 'read' | 'edit' | 'execute';
  readonly status?: 'completed' | 'failed';
  readonly locations?: readonly { readonly path: string; readonly line?: number }[];
  readonly content?: readonly JsonObject[];
  readonly rawInput?: JsonObject;
  readonly rawOutput?: JsonObject;
};

const KINDS = { read: 'read', edit: 'edit', run: 'execute' } as const;
const VERBS = { read: 'Read', edit: 'Edit', run: 'Run' } as const;
/** Longer texts are shown by their changed lines alone: an editor gets both versions in one message. */
const MOST_CHARACTERS = 2_000_000;

/** What an editor should know when a call begins. */
export function beginningFields({ tool, input, line }: CardCall): CardFields {
  const path = asText(input.path);
  return {
    title: titleOf(tool, input),
    kind: KINDS[tool.effect],
    ...(path !== undefined && { locations: [{ path, ...(line !== undefined && { line }) }] }),
    rawInput: input,
  };
}

/** What it should know when the call has ended; what an agent says about reading is left as it is. */
export function endingFields({ tool }: CardCall, outcome: CardOutcome, version: ProtocolVersion): CardFields {
  const status = outcome.ok ? 'completed' : 'failed';
  if (!outcome.ok) return { status, content: [textContent(outcome.text)], rawOutput: failureOutput(outcome) };
  if (tool.effect === 'run')
    return { status, content: [textContent(outcome.text)], rawOutput: { success: true, ...outcome.data } };
  const isEdit = tool.effect === 'edit' && (outcome.diffs.length > 0 || 'diff' in outcome.data);
  if (!isEdit) return { status, kind: 'read' };
  if (outcome.diffs.length === 0)
    return { status, content: [textContent(outcome.text)], rawOutput: editOutput(outcome) };
  return {
    status,
    content: diffContent(outcome.diffs, version),
    locations: outcome.diffs.map(({ path, line }) => ({ path, line })),
    rawOutput: editOutput(outcome),
  };
}

function titleOf({ title, effect }: CardTool, input: JsonObject): string {
  const subject = effect === 'run' ? asText(input.command)?.trim() : fileName(asText(input.path));
  if (!subject) return title;
  return effect === 'run' ? subject : `${VERBS[effect]} ${subject}`;
}

/** The outcome of a tool with the files that it changed as text. */
export function cardOutcome(outcome: CallOutcome): CardOutcome {
  const { text } = outcome;
  if (!outcome.ok) return { ok: false, text, data: { error: outcome.error }, diffs: [] };
  const { data, changes, diff } = outcome;
  if (data.dry_run === true) return { ok: true, text, data, diffs: [] };
  const known = changes.length === 1 && !diff?.isCut ? diff?.text : undefined;
  const size = changes.reduce((sum, { before, after }) => sum + lengthOf(before) + lengthOf(after), 0);
  const isLarge = size > MOST_CHARACTERS;
  return { ok: true, text, data, diffs: changes.flatMap((change) => diffsOf(change, isLarge, known)) };
}

function lengthOf(bytes: Uint8Array | undefined): number {
  return bytes?.length ?? 0;
}

function diffsOf({ path, before, after }: Change, isLarge: boolean, known: string | undefined): FileDiff[] {
  const [oldText, newText] = [utf8(before), utf8(after)];
  if (oldText === undefined || newText === undefined) return shownLines(path, known ?? '');
  const [from, to] = [oldText ?? '', newText ?? ''];
  if (from === to && oldText !== null && newText !== null) return [];
  if (isLarge) return shownLines(path, known ?? diffOfEdits(path, from, [editBetween(from, to)]).text);
  const line = lineNumberAt(to, Math.min(editBetween(from, to).span.start, to.length));
  return [{ path, oldText, newText, line, hunks: known ? hunksOf(known) : undefined }];
}

/** Null for no file, undefined for what is not UTF-8. */
function utf8(bytes: Uint8Array | undefined): string | null | undefined {
  if (!bytes) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What can be known of a change from the diff that was shown of it. */
export function shownLines(path: string, diff: string): FileDiff[] {
  return readDiff(diff).map(({ oldText = null, newText = null, line }) => ({ path, oldText, newText, line }));
}

export function diffContent(diffs: readonly FileDiff[], version: ProtocolVersion): JsonObject[] {
  if (version < 2)
    return diffs.map(({ path, oldText, newText }) => ({
      type: 'diff',
      path,
      oldText,
      newText: newText ?? '',
    }));
  const changes = diffs.map(({ path, ...sides }) => ({
    operation: operationOf(sides),
    path,
    fileType: 'text',
  }));
  return [{ type: 'diff', changes, patch: { format: 'git_patch', text: diffs.map(gitPatch).join('') } }];
}

function textContent(text: string): JsonObject {
  return { type: 'content', content: { type: 'text', text } };
}

function operationOf({ oldText, newText }: Pick<FileDiff, 'oldText' | 'newText'>): string {
  if (oldText === null) return 'add';
  return newText === null ? 'delete' : 'modify';
}

function hunksOf(diff: string): string {
  return diff.split('\n').slice(2).join('\n');
}

function gitPatch({ path, oldText, newText, hunks: known }: FileDiff): string {
  const name = quotedForGit(path);
  const mode =
    oldText === null ? 'new file mode 100644\n' : newText === null ? 'deleted file mode 100644\n' : '';
  const [from, to] = [oldText ?? '', newText ?? ''];
  const hunks = known ?? hunksOf(diffOfEdits(path, from, [editBetween(from, to)]).text);
  const sides =
    hunks && `--- ${oldText === null ? '/dev/null' : name}\n+++ ${newText === null ? '/dev/null' : name}\n`;
  return `diff --git ${name} ${name}\n${mode}${sides}${hunks}`;
}

/** As Git does it: only names with unusual characters are quoted, byte by byte. */
function quotedForGit(path: string): string {
  if (/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(path)) return path;
  const bytes = [...new TextEncoder().encode(path)].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') return `\\${character}`;
    return byte >= 0x20 && byte < 0x7f ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}

function editOutput({ data, diffs }: CardOutcome): JsonObject {
  const range = asObject(data.line_range) ?? asObject((data.line_ranges as unknown[] | undefined)?.[0]);
  const line = diffs[0]?.line;
  const lineRange = range ?? (line === undefined ? undefined : { start: line, end: line });
  return { success: true, diff: asText(data.diff) ?? '', ...(lineRange && { line_range: lineRange }) };
}

function failureOutput({ data, text }: CardOutcome): JsonObject {
  const { code, name, message = text } = asObject(data.error) ?? {};
  return { success: false, error: { code, name, message } };
}

function fileName(path: string | undefined): string | undefined {
  return path?.split(/[\\/]/).filter(Boolean).at(-1);
}

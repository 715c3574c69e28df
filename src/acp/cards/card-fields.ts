import { type Effect, effects } from '../../tools/call/effects.ts';
import { asObject, asText, type JsonObject } from '../json-rpc.ts';
import type { CardOutcome } from './card-outcome.ts';
import { diffContent, type ProtocolVersion } from './diff-content.ts';

/** What a card shows of a tool. */
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
  /** The line of the file that the call will change, if it is known. */
  readonly line?: number | undefined;
};

/** Fields of a tool call in the protocol. A new field is added here and in the function that fills it. */
export type CardFields = {
  readonly title?: string;
  readonly kind?: (typeof effects)[Effect]['cardKind'];
  readonly status?: 'completed' | 'failed';
  readonly locations?: readonly { readonly path: string; readonly line?: number }[];
  readonly content?: readonly JsonObject[];
  readonly rawInput?: JsonObject;
  readonly rawOutput?: JsonObject;
};

/** The update that creates a card. */
export type StartUpdate = Omit<CardFields, 'status'> & {
  readonly sessionUpdate: 'tool_call' | 'tool_call_update';
  readonly toolCallId: string;
  readonly name: string;
  readonly status: 'pending';
};

export function startUpdate(toolCallId: string, call: CardCall, version: ProtocolVersion): StartUpdate {
  const sessionUpdate = version < 2 ? 'tool_call' : 'tool_call_update';
  return { sessionUpdate, toolCallId, name: call.tool.name, ...startFields(call), status: 'pending' };
}

/** What is known when a call starts. */
export function startFields({ tool, input, line }: CardCall): Omit<CardFields, 'status'> {
  const path = asText(input.path);
  return {
    title: titleOf(tool, input),
    kind: effects[tool.effect].cardKind,
    ...(path !== undefined && { locations: [{ path, ...(line !== undefined && { line }) }] }),
    rawInput: input,
  };
}

/** What a call would change, for a permission request. */
export function previewFields({ diffs }: CardOutcome, version: ProtocolVersion): CardFields {
  if (diffs.length === 0) return {};
  const locations = diffs.map(({ path, line }) => ({ path, line }));
  return { locations, content: diffContent(diffs, version) };
}

/** What is known when a call has ended. The content of a read is left to the agent. */
export function endFields({ tool }: CardCall, outcome: CardOutcome, version: ProtocolVersion): CardFields {
  const status = outcome.ok ? 'completed' : 'failed';
  const content = [textContent(outcome.text)];
  if (!outcome.ok) return { status, content, rawOutput: failureOutput(outcome) };
  if (tool.effect === 'run') return { status, content, rawOutput: { success: true, ...outcome.data } };
  const isEdit = tool.effect === 'edit' && (outcome.diffs.length > 0 || 'diff' in outcome.data);
  // A call of an editing tool that only reads, such as a view.
  if (!isEdit) return { status, kind: tool.effect === 'edit' ? 'read' : effects[tool.effect].cardKind };
  return { status, content, ...previewFields(outcome, version), rawOutput: editOutput(outcome) };
}

function titleOf({ title, effect }: CardTool, input: JsonObject): string {
  const { verb, subject: parameter } = effects[effect];
  const value = asText(input[parameter])?.trim();
  const subject = parameter === 'path' ? fileName(value) : value;
  if (!subject) return title;
  return effect === 'run' ? subject : `${verb} ${subject}`;
}

function textContent(text: string): JsonObject {
  return { type: 'content', content: { type: 'text', text } };
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

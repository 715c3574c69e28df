import type { CallOutcome } from '../tools/call/outcome-text.ts';
import type { JsonObject } from './json-rpc.ts';
import { beginningFields, type CardFields, type CardTool, cardOutcome, endingFields } from './updates.ts';

/** A call of a tool, as an agent reports it to an editor. */
export type ReportedCall = {
  readonly toolCallId: string;
  /** One of `listTools()`. */
  readonly tool: CardTool;
  readonly input: JsonObject;
  /** Where the call will change its file, if that is known. */
  readonly line?: number;
  /** The version of the protocol that was agreed on. Default: 1. */
  readonly protocolVersion?: number;
};

/** The `update` of a `session/update` notification. */
export type ToolCallUpdate = Omit<CardFields, 'status'> & {
  readonly sessionUpdate: 'tool_call' | 'tool_call_update';
  readonly toolCallId: string;
  readonly name?: string;
  readonly status: 'pending' | 'completed' | 'failed';
};

/** What an agent sends its editor when a call begins: kind, title, location and input. */
export function toolCallBegun(call: ReportedCall): ToolCallUpdate {
  const { toolCallId, tool, protocolVersion = 1 } = call;
  const sessionUpdate = protocolVersion < 2 ? 'tool_call' : 'tool_call_update';
  return { sessionUpdate, toolCallId, name: tool.name, ...beginningFields(call), status: 'pending' };
}

/** What it sends when the call has ended: the diff of an edit, the output of a command, or what went wrong. */
export function toolCallEnded(call: ReportedCall, outcome: CallOutcome): ToolCallUpdate {
  const { toolCallId, protocolVersion = 1 } = call;
  const { status = 'completed', ...fields } = endingFields(call, cardOutcome(outcome), protocolVersion);
  return { sessionUpdate: 'tool_call_update', toolCallId, ...fields, status };
}

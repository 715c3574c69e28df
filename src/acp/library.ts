import type { CallOutcome } from '../tools/call/outcome-text.ts';
import { type CardFields, type CardTool, endFields, startUpdate } from './cards/card-fields.ts';
import { cardOutcome } from './cards/card-outcome.ts';
import type { JsonObject } from './json-rpc.ts';

/** A call of a tool, as an agent reports it to an editor. */
export type ReportedCall = {
  readonly toolCallId: string;
  /** One of `listTools()`. */
  readonly tool: CardTool;
  readonly input: JsonObject;
  /** The line of the file that the call will change, if it is known. */
  readonly line?: number;
  /** The negotiated version of the protocol. Default: 1. */
  readonly protocolVersion?: number;
};

/** The `update` of a `session/update` notification. */
export type ToolCallUpdate = Omit<CardFields, 'status'> & {
  readonly sessionUpdate: 'tool_call' | 'tool_call_update';
  readonly toolCallId: string;
  readonly name?: string;
  readonly status: 'pending' | 'completed' | 'failed';
};

/** What an agent sends to its editor when a call starts: kind, title, location and input. */
export function toolCallBegun(call: ReportedCall): ToolCallUpdate {
  return startUpdate(call.toolCallId, call, call.protocolVersion ?? 1);
}

/** What an agent sends when the call has ended: the diff of an edit, the output of a command, or the error. */
export function toolCallEnded(call: ReportedCall, outcome: CallOutcome): ToolCallUpdate {
  const { toolCallId, protocolVersion = 1 } = call;
  const { status = 'completed', ...fields } = endFields(call, cardOutcome(outcome), protocolVersion);
  return { sessionUpdate: 'tool_call_update', toolCallId, ...fields, status };
}

import { asText, type JsonObject } from '../json-rpc.ts';
import { type CardCall, type CardFields, endFields, startFields } from './card-fields.ts';
import type { CardOutcome } from './card-outcome.ts';
import { FINAL, rankOf } from './card-status.ts';
import type { ProtocolVersion } from './diff-content.ts';

export type Enrichment = {
  readonly call: CardCall;
  /** Undefined as long as the call runs. */
  readonly outcome: CardOutcome | undefined;
  readonly card: { readonly id: string; readonly rank: number };
  readonly serverName: string;
  readonly version: ProtocolVersion;
};

/** An agent's update with our fields. They replace those of the agent, with the exceptions of `keepsOwn`. */
export function enrichUpdate(update: JsonObject, enrichment: Enrichment): JsonObject {
  const { call, outcome, card, serverName, version } = enrichment;
  const isFinal = rankOf(update) >= FINAL;
  const showsEnd = outcome && (isFinal || card.rank >= FINAL || Array.isArray(update.content));
  const { status, ...end } = showsEnd ? endFields(call, outcome, version) : {};
  const start = Object.entries(startFields(call)).filter(
    ([field, value]) => !keepsOwn[field as keyof CardFields]?.(update, value, serverName),
  );
  return {
    ...update,
    ...(card.id !== update.toolCallId && asCardUpdate(update, card.id)),
    ...Object.fromEntries(start),
    ...(isExplainedFailure(update, outcome) ? withoutContent(end) : end),
    ...(isFinal && status === 'failed' && { status }),
  };
}

/** Whether an update keeps its own value of a field when the call starts. */
const keepsOwn: {
  readonly [Field in keyof CardFields]?: (update: JsonObject, ours: unknown, serverName: string) => boolean;
} = {
  // Only a title that is a technical name, such as mcp__corvid__edit_file, is replaced.
  title: ({ title }, _, serverName) => !asText(title)?.includes(serverName),
  locations: ({ locations }) => Array.isArray(locations) && locations.length > 0,
  rawInput: (_, ours) => Object.keys(ours as JsonObject).length === 0,
};

/** A report that continues a card of ours: the card exists already. */
function asCardUpdate({ sessionUpdate }: JsonObject, toolCallId: string): JsonObject {
  return { toolCallId, ...(sessionUpdate === 'tool_call' && { sessionUpdate: 'tool_call_update' }) };
}

/** The agent's own text about a failure stays: it may contain more than ours. */
function isExplainedFailure(update: JsonObject, outcome: CardOutcome | undefined): boolean {
  return outcome?.ok === false && Array.isArray(update.content) && update.content.length > 0;
}

function withoutContent({ content: _, ...rest }: CardFields): CardFields {
  return rest;
}

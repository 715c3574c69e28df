import { asText, type JsonObject } from './json-rpc.ts';
import { type Card, FINAL, type LiveReport } from './live-calls.ts';
import { rebuiltOutcome } from './replay.ts';
import type { OurServer } from './reports.ts';
import {
  beginningFields,
  type CardFields,
  type CardOutcome,
  type CardTool,
  endingFields,
  type ProtocolVersion,
} from './updates.ts';

const RANKS: Record<string, number> = {
  pending: 0,
  in_progress: 1,
  paused: 1,
  completed: 2,
  failed: 2,
  cancelled: 2,
};

/** What the agent says about a call, with what it lacks. The card remembers how far it has come. */
export function enriched(
  report: LiveReport,
  update: JsonObject,
  server: OurServer,
  version: ProtocolVersion,
): JsonObject {
  const { card, known, call: live } = report;
  const tool = live?.call.tool ?? known.tool;
  if (!tool) {
    card.rank = Math.max(card.rank, rankOf(update));
    return update;
  }
  const call = { tool, input: live?.call.input ?? known.input ?? {}, line: live?.line };
  const isFinal = rankOf(update) >= FINAL;
  const outcome = live ? live.outcome : isFinal ? rebuiltOutcome(call, update) : undefined;
  const isShown = outcome && (isFinal || card.rank >= FINAL || Array.isArray(update.content));
  const { status, ...ending } = isShown ? endingFields(call, outcome, version) : {};
  const isFolded = card.id !== known.toolCallId;
  const next = {
    ...update,
    ...(isFolded && update.sessionUpdate === 'tool_call' && { sessionUpdate: 'tool_call_update' }),
    ...started(call, update, server),
    ...(isFailedText(update, outcome) ? withoutContent(ending) : ending),
    ...(isFinal && status === 'failed' && { status }),
    toolCallId: card.id,
  };
  if (isFinal && outcome) card.isComplete = true;
  return noted(card, next);
}

function rankOf(update: JsonObject): number {
  return RANKS[asText(update.status) ?? ''] ?? -1;
}

/** Without a status that would step back, or that says again that the call is over. */
function noted(card: Card, update: JsonObject): JsonObject {
  const rank = rankOf(update);
  const isBehind = rank >= 0 && (rank < card.rank || (rank === FINAL && card.rank === FINAL));
  card.rank = Math.max(card.rank, rank);
  if (!isBehind) return update;
  const { status: _, ...rest } = update;
  return rest;
}

/** The agent's own words about a failure stay; it may know more than we do. */
function isFailedText(update: JsonObject, outcome: CardOutcome | undefined): boolean {
  return outcome?.ok === false && Array.isArray(update.content) && update.content.length > 0;
}

function withoutContent({ content: _, ...rest }: CardFields): CardFields {
  return rest;
}

/** What a report lacks at the beginning of a call. */
function started(
  call: { tool: CardTool; input: JsonObject; line: number | undefined },
  update: JsonObject,
  { name }: OurServer,
): CardFields {
  const { title, kind, locations, rawInput } = beginningFields(call);
  const isMachineName = asText(update.title)?.includes(name) === true;
  const hasPlace = Array.isArray(update.locations) && update.locations.length > 0;
  const hasInput = rawInput !== undefined && Object.keys(rawInput).length > 0;
  return {
    ...(kind && { kind }),
    ...(title && isMachineName && { title }),
    ...(locations && !hasPlace && { locations }),
    ...(hasInput && { rawInput }),
  };
}

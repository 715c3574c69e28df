import { asText, type JsonObject } from '../json-rpc.ts';

const RANKS: Record<string, number> = {
  pending: 0,
  in_progress: 1,
  paused: 1,
  completed: 2,
  failed: 2,
  cancelled: 2,
};

/** The rank of a card whose call is over. */
export const FINAL = 2;

/** How far a call has come according to an update; -1 if it has no status. */
export function rankOf(update: JsonObject): number {
  return RANKS[asText(update.status) ?? ''] ?? -1;
}

/** Drops a status that is older than that of the card, or that ends the call a second time. */
export function withoutStaleStatus(update: JsonObject, cardRank: number): JsonObject {
  const rank = rankOf(update);
  const isStale = rank >= 0 && (rank < cardRank || (rank === FINAL && cardRank === FINAL));
  if (!isStale) return update;
  const { status: _, ...rest } = update;
  return rest;
}

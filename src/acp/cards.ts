import { enriched } from './enrich-report.ts';
import { asText, type JsonObject } from './json-rpc.ts';
import { type Call, type Card, createLiveCalls, FINAL, type LiveCall } from './live-calls.ts';
import { type OurServer, withUpdate } from './reports.ts';
import {
  beginningFields,
  type CardFields,
  type CardOutcome,
  endingFields,
  type ProtocolVersion,
} from './updates.ts';

/** How long an agent may take to report a call before we do: some report late, others never. */
const KNOWN_REPORTER_MS = 5_000;
const STRANGER_MS = 300;

export type CardsOptions = {
  readonly server: OurServer;
  readonly version: () => ProtocolVersion;
  /** Agents that are known to report every call. */
  readonly isKnownReporter: () => boolean;
  /** Sends an update to the editor. */
  readonly send: (sessionId: string, update: JsonObject) => void;
  readonly isLoading: (sessionId: string) => boolean;
};

export type CallHandle = {
  sessionId(): string | undefined;
  /** Where the call is going to change its file. */
  placed(line: number | undefined): void;
  ended(outcome: CardOutcome): void;
};

/**
 * One card for each call: the agent's own report with what it lacks, or ours if it makes none. A report that comes
 * after ours is folded into it. No status ever steps back.
 */
export function createCards(options: CardsOptions) {
  const { server, send, version } = options;
  const calls = createLiveCalls(options.isLoading);
  let ownCards = 0;
  const ownPrefix = `corvid-${Math.random().toString(36).slice(2, 8)}`;

  /** What an agent says about a tool call, with what we know about it. */
  function reported(sessionId: string, update: JsonObject): JsonObject {
    const toolCallId = asText(update.toolCallId);
    if (toolCallId === undefined) return update;
    const report = calls.reportOf(sessionId, toolCallId);
    report.known = withUpdate(report.known, update, server);
    calls.linkCall(report);
    return enriched(report, update, server, version());
  }

  function begun(call: Call): CallHandle {
    const { live, forgotten } = calls.begun(call);
    if (forgotten) forget(forgotten);
    if (!live.report && call.tool.effect !== 'read') live.timer = setTimeout(() => showOwn(live), graceMs());
    live.timer?.unref();
    return {
      sessionId: () => sessionOf(live),
      placed(line) {
        live.line = line;
        if (live.report) sendTo(live.report.card, beginningFields({ ...live.call, line }));
      },
      ended(outcome) {
        live.outcome = outcome;
        // The agent has reported the end of the call already, or will never do so for a card of ours.
        const isOver = live.report && live.report.card.rank >= FINAL;
        if (live.own || isOver) complete(live);
      },
    };
  }

  /** Its report may stay known, but not both versions of every file. */
  function forget(live: LiveCall): void {
    showOwn(live);
    delete live.outcome;
  }

  function graceMs(): number {
    return calls.hasReported() || options.isKnownReporter() ? KNOWN_REPORTER_MS : STRANGER_MS;
  }

  function sessionOf({ report, call }: LiveCall): string | undefined {
    return report?.known.sessionId ?? call.sessionId();
  }

  function showOwn(live: LiveCall): void {
    clearTimeout(live.timer);
    const sessionId = sessionOf(live);
    const isTold = live.report !== undefined || live.own !== undefined || live.call.tool.effect === 'read';
    if (isTold || sessionId === undefined) return;
    live.own = { id: `${ownPrefix}-${++ownCards}`, sessionId, rank: 0, isComplete: false };
    const { tool, input } = live.call;
    const fields = beginningFields({ tool, input, line: live.line });
    const sessionUpdate = version() < 2 ? 'tool_call' : 'tool_call_update';
    send(sessionId, {
      sessionUpdate,
      toolCallId: live.own.id,
      name: tool.name,
      ...fields,
      status: 'pending',
    });
    if (live.outcome) complete(live);
  }

  /** Says how the call has ended where the agent does not. */
  function complete(live: LiveCall): void {
    const card = live.report?.card ?? live.own;
    if (!card || card.isComplete || !live.outcome) return;
    const { status, ...fields } = endingFields(live.call, live.outcome, version());
    sendTo(card, { ...fields, ...(card.rank < FINAL && status && { status }) });
    card.rank = FINAL;
    card.isComplete = true;
  }

  function sendTo(card: Card, fields: CardFields): void {
    send(card.sessionId, { sessionUpdate: 'tool_call_update', toolCallId: card.id, ...fields });
  }

  /** Before a turn ends: what the agent has not reported by now is reported by us. */
  function flush(sessionId: string): void {
    for (const live of calls.all()) {
      if (sessionOf(live) !== sessionId) continue;
      // The end of one session's turn says nothing about a call that may be another's.
      if (!live.report && live.call.isGuess) continue;
      if (!live.report) showOwn(live);
      else if (live.call.tool.effect !== 'read') complete(live);
    }
  }

  return {
    reported,
    begun,
    flush,
    /** The name that the editor knows a call by. */
    idOf: (sessionId: string, toolCallId: string) => calls.find(sessionId, toolCallId)?.card.id,
    /** Which tool is called with what, as far as the agent has told. */
    known: (sessionId: string, toolCallId: string) => calls.find(sessionId, toolCallId)?.known,
  };
}

export type Cards = ReturnType<typeof createCards>;

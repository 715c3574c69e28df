import { effects } from '../../tools/call/effects.ts';
import { asText, type JsonObject } from '../json-rpc.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type AgentReport, type ServerTools, withUpdate } from './agent-report.ts';
import { type CardFields, type CardTool, endFields, startFields, startUpdate } from './card-fields.ts';
import type { CardOutcome } from './card-outcome.ts';
import { FINAL, rankOf, withoutStaleStatus } from './card-status.ts';
import { enrichUpdate } from './enrich-update.ts';
import { bestMatch, CONFIDENCE, matchConfidence, SAME_SESSION } from './match-report.ts';
import { replayedOutcome } from './replayed-outcome.ts';

/** How long an agent may take to report a call before we show a card: some report late, others never. */
const KNOWN_REPORTER_MS = 5_000;
const UNKNOWN_AGENT_MS = 300;
const MAX_REPORTS = 500;
const MAX_CALLS = 50;

export type CardsOptions = {
  readonly server: ServerTools;
  readonly sessions: Sessions;
  /** Sends an update to the editor. */
  readonly send: (sessionId: string, update: JsonObject) => void;
};

/** A call that reached one of our tools. */
export type Call = {
  readonly tool: CardTool;
  readonly input: JsonObject;
  /** What the agent sent besides the arguments. */
  readonly meta: JsonObject;
  /** The session of the call, as far as it is known without a report. */
  sessionId(): string | undefined;
  /** Another session may have made the call. */
  readonly isGuess: boolean;
};

export type CallHandle = {
  sessionId(): string | undefined;
  /** Sets the line of the file that the call will change. */
  setLine(line: number | undefined): void;
  end(outcome: CardOutcome): void;
};

/** A card in the editor, which knows it by `id`. */
type Card = { readonly id: string; readonly sessionId: string; rank: number; isComplete: boolean };
type TrackedReport = { known: AgentReport; card: Card; call?: TrackedCall };
type TrackedCall = Call & {
  line?: number | undefined;
  outcome?: CardOutcome | undefined;
  report?: TrackedReport;
  /** Our own card, if the agent did not report the call in time. */
  ownCard?: Card;
  timer?: NodeJS.Timeout;
};

/**
 * One card for each call: the agent's own report with our fields added, or ours if the agent reports nothing. A report
 * that comes after our card updates that card. A status never goes back.
 */
export class ToolCallCards {
  readonly #options: CardsOptions;
  readonly #reports = new Map<string, TrackedReport>();
  /** Oldest first. */
  readonly #calls: TrackedCall[] = [];
  readonly #ownPrefix = `corvid-${Math.random().toString(36).slice(2, 8)}`;
  #ownCards = 0;
  /** The agent has reported a call of ours. */
  #agentReports = false;
  /** The agent passes its ids of calls to the tools. An agent that does so does it for every call. */
  #agentPassesIds = false;

  constructor(options: CardsOptions) {
    this.#options = options;
  }

  /** Adds our fields to what the agent reports about a tool call. */
  onReport(sessionId: string, update: JsonObject): JsonObject {
    const toolCallId = asText(update.toolCallId);
    if (toolCallId === undefined) return update;
    const report = this.#trackReport(sessionId, toolCallId);
    report.known = withUpdate(report.known, update, this.#options.server);
    this.#attachToCall(report);
    return this.#enrich(report, update);
  }

  start(started: Call): CallHandle {
    const call = this.#trackCall(started);
    this.#attachToReport(call);
    if (!call.report && effects[call.tool.effect].writes) {
      call.timer = setTimeout(() => this.#showOwnCard(call), this.#graceMs());
      call.timer.unref();
    }
    return {
      sessionId: () => sessionOf(call),
      setLine: (line) => {
        call.line = line;
        if (call.report) this.#send(call.report.card, startFields(call));
      },
      end: (outcome) => {
        call.outcome = outcome;
        // The agent has reported the end of the call already, or never will because the card is ours.
        if (call.ownCard || (call.report && call.report.card.rank >= FINAL)) this.#complete(call);
      },
    };
  }

  /** Before a turn ends: shows the calls that the agent has not reported. */
  endTurn(sessionId: string): void {
    for (const call of this.#calls) {
      if (sessionOf(call) !== sessionId) continue;
      if (call.report) {
        if (effects[call.tool.effect].writes) this.#complete(call);
      } else if (!call.isGuess) this.#showOwnCard(call);
    }
  }

  /** The id by which the editor knows a call. */
  cardId(sessionId: string, toolCallId: string): string | undefined {
    return this.#reports.get(keyOf(sessionId, toolCallId))?.card.id;
  }

  knownReport(sessionId: string, toolCallId: string): AgentReport | undefined {
    return this.#reports.get(keyOf(sessionId, toolCallId))?.known;
  }

  #trackReport(sessionId: string, toolCallId: string): TrackedReport {
    const key = keyOf(sessionId, toolCallId);
    const tracked = this.#reports.get(key);
    if (tracked) return tracked;
    const report = { known: { sessionId, toolCallId }, card: newCard(toolCallId, sessionId) };
    this.#reports.set(key, report);
    if (this.#reports.size > MAX_REPORTS) this.#reports.delete(this.#reports.keys().next().value!);
    return report;
  }

  #trackCall(started: Call): TrackedCall {
    const call: TrackedCall = { ...started };
    this.#calls.push(call);
    const oldest = this.#calls.length > MAX_CALLS ? this.#calls.shift() : undefined;
    if (oldest) {
      this.#showOwnCard(oldest);
      // Its report may stay tracked, but not both versions of every file.
      delete oldest.outcome;
    }
    return call;
  }

  #attachToCall(report: TrackedReport): void {
    if (report.call || this.#options.sessions.isLoading(report.known.sessionId)) return;
    const open = this.#calls.filter((call) => !call.report);
    const call = bestMatch(open, (call) => this.#confidence(report, call));
    if (call) this.#attach(report, call);
  }

  #attachToReport(call: TrackedCall): void {
    const { sessions } = this.#options;
    const open = [...this.#reports.values()].filter(
      (report) => !report.call && report.card.rank < FINAL && !sessions.isLoading(report.known.sessionId),
    );
    const report = bestMatch(open, (report) => this.#confidence(report, call));
    if (report) this.#attach(report, call);
  }

  /** An equal name is not enough in another session, or if the session of the call is a guess. */
  #confidence({ known }: TrackedReport, call: TrackedCall): number {
    const level = matchConfidence(known, call);
    if (level === CONFIDENCE.none || (level < CONFIDENCE.sameId && this.#agentPassesIds))
      return CONFIDENCE.none;
    if (!call.isGuess && call.sessionId() === known.sessionId) return level + SAME_SESSION;
    return level < CONFIDENCE.sameInput ? CONFIDENCE.none : level;
  }

  #attach(report: TrackedReport, call: TrackedCall): void {
    this.#agentReports = true;
    this.#agentPassesIds ||= matchConfidence(report.known, call) === CONFIDENCE.sameId;
    clearTimeout(call.timer);
    report.call = call;
    call.report = report;
    // The editor already shows our card, so the report continues that one.
    if (call.ownCard) report.card = call.ownCard;
  }

  #enrich({ card, known, call }: TrackedReport, update: JsonObject): JsonObject {
    const { rank } = card;
    card.rank = Math.max(rank, rankOf(update));
    const tool = call?.tool ?? known.tool;
    if (!tool) return update;
    const cardCall = { tool, input: call?.input ?? known.input ?? {}, line: call?.line };
    const outcome = call ? call.outcome : replayedOutcome(cardCall, update);
    if (outcome && rankOf(update) >= FINAL) card.isComplete = true;
    const { server, sessions } = this.#options;
    const facts = { call: cardCall, outcome, serverName: server.name, version: sessions.version };
    return withoutStaleStatus(enrichUpdate(update, { ...facts, card: { id: card.id, rank } }), rank);
  }

  #graceMs(): number {
    const isReporter = this.#agentReports || this.#options.sessions.agentReportsCalls;
    return isReporter ? KNOWN_REPORTER_MS : UNKNOWN_AGENT_MS;
  }

  #showOwnCard(call: TrackedCall): void {
    clearTimeout(call.timer);
    const sessionId = sessionOf(call);
    const isShown = call.report || call.ownCard || !effects[call.tool.effect].writes;
    if (isShown || sessionId === undefined) return;
    const card = newCard(`${this.#ownPrefix}-${++this.#ownCards}`, sessionId);
    call.ownCard = card;
    this.#options.send(sessionId, startUpdate(card.id, call, this.#options.sessions.version));
    this.#complete(call);
  }

  /** Sends the end of a call that the agent does not report. */
  #complete(call: TrackedCall): void {
    const card = call.report?.card ?? call.ownCard;
    if (!card || card.isComplete || !call.outcome) return;
    const { status, ...fields } = endFields(call, call.outcome, this.#options.sessions.version);
    this.#send(card, { ...fields, ...(card.rank < FINAL && status && { status }) });
    card.rank = FINAL;
    card.isComplete = true;
  }

  #send(card: Card, fields: CardFields): void {
    this.#options.send(card.sessionId, {
      sessionUpdate: 'tool_call_update',
      toolCallId: card.id,
      ...fields,
    });
  }
}

function keyOf(sessionId: string, toolCallId: string): string {
  return `${sessionId} ${toolCallId}`;
}

function newCard(id: string, sessionId: string): Card {
  return { id, sessionId, rank: 0, isComplete: false };
}

function sessionOf({ report, sessionId }: TrackedCall): string | undefined {
  return report?.known.sessionId ?? sessionId();
}

import { asText, type JsonObject } from './json-rpc.ts';
import { rebuiltOutcome } from './replay.ts';
import { type AgentReport, likeness, type OurServer, withUpdate } from './reports.ts';
import {
  beginningFields,
  type CardFields,
  type CardOutcome,
  type CardTool,
  endingFields,
  type ProtocolVersion,
} from './updates.ts';

/** How long an agent may take to report a call before we do: some report late, others never. */
const KNOWN_REPORTER_MS = 5_000;
const STRANGER_MS = 300;
const REMEMBERED = { reports: 500, calls: 50 };

/** A call that reached a tool of ours. */
export type Call = {
  readonly tool: CardTool;
  readonly input: JsonObject;
  /** What the agent sent beside the arguments. */
  readonly meta: JsonObject;
  /** The session that the call belongs to, as far as is known without a report of it. */
  sessionId(): string | undefined;
  /** Another session may have made it as well. */
  readonly isGuess: boolean;
};

export type CardsOptions = {
  readonly server: OurServer;
  readonly version: () => ProtocolVersion;
  /** Agents that are known to report every call. */
  readonly isKnownReporter: () => boolean;
  /** Sends an update to the editor. */
  readonly send: (sessionId: string, update: JsonObject) => void;
  readonly isLoading: (sessionId: string) => boolean;
  readonly graceMs?: { readonly known: number; readonly stranger: number } | undefined;
};

/** One card in the editor. `id` is what the editor knows it by. */
type Card = { readonly id: string; readonly sessionId: string; rank: number; isComplete: boolean };
type LiveReport = { known: AgentReport; card: Card; call?: LiveCall | undefined };
type LiveCall = {
  readonly call: Call;
  line?: number | undefined;
  outcome?: CardOutcome | undefined;
  report?: LiveReport;
  /** Our own card, if the agent has not reported the call in time. */
  own?: Card;
  timer?: NodeJS.Timeout;
};

export type CallHandle = {
  sessionId(): string | undefined;
  /** Where the call is going to change its file. */
  placed(line: number | undefined): void;
  ended(outcome: CardOutcome): void;
};

const RANKS: Record<string, number> = {
  pending: 0,
  in_progress: 1,
  paused: 1,
  completed: 2,
  failed: 2,
  cancelled: 2,
};
const FINAL = 2;
const BY_INPUT = 2;
const BY_ID = 3;

/**
 * One card for each call: the agent's own report with what it lacks, or ours if it makes none. A report that comes
 * after ours is folded into it. No status ever steps back.
 */
export function createCards(options: CardsOptions) {
  const { server, send, version } = options;
  const reports = new Map<string, LiveReport>();
  const calls: LiveCall[] = [];
  let hasReported = false;
  /** An agent that tells a tool the id of its call does so always. */
  let tellsIds = false;
  let ownCards = 0;
  const ownPrefix = `corvid-${Math.random().toString(36).slice(2, 8)}`;

  /** What an agent says about a tool call, with what we know about it. */
  function reported(sessionId: string, update: JsonObject): JsonObject {
    const report = reportOf(sessionId, update);
    if (!report) return update;
    report.known = withUpdate(report.known, update, server);
    if (!report.call && !options.isLoading(sessionId)) linkCall(report);
    return enriched(report, update);
  }

  function reportOf(sessionId: string, update: JsonObject): LiveReport | undefined {
    const toolCallId = asText(update.toolCallId);
    if (toolCallId === undefined) return undefined;
    const key = `${sessionId} ${toolCallId}`;
    const card = { id: toolCallId, sessionId, rank: 0, isComplete: false };
    const report = reports.get(key) ?? { known: { sessionId, toolCallId }, card };
    reports.set(key, report);
    if (reports.size > REMEMBERED.reports) reports.delete(reports.keys().next().value!);
    return report;
  }

  function linkCall(report: LiveReport): void {
    const open = calls.filter((live) => !live.report);
    const found = onlyBest(open, (live) => closeness(report, live));
    if (found) link(report, found);
  }

  function linkReport(live: LiveCall): void {
    const open = [...reports.values()].filter(
      ({ call, card, known }) => !call && card.rank < FINAL && !options.isLoading(known.sessionId),
    );
    const found = onlyBest(open, (report) => closeness(report, live));
    if (found) link(found, live);
  }

  /** A report in the session of the call fits better. Elsewhere, or if that session is a guess, names tell too little. */
  function closeness({ known }: LiveReport, { call }: LiveCall): number {
    const level = likeness(known, call);
    if (level === 0 || (level < BY_ID && tellsIds)) return 0;
    if (!call.isGuess && call.sessionId() === known.sessionId) return level + 0.5;
    return level < BY_INPUT ? 0 : level;
  }

  function link(report: LiveReport, live: LiveCall): void {
    hasReported = true;
    tellsIds ||= likeness(report.known, live.call) === BY_ID;
    clearTimeout(live.timer);
    report.call = live;
    live.report = report;
    // The editor has our card already: the report goes on under its name.
    if (live.own) report.card = live.own;
  }

  function begun(call: Call): CallHandle {
    const live: LiveCall = { call };
    calls.push(live);
    if (calls.length > REMEMBERED.calls) forget(calls.shift()!);
    linkReport(live);
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
    const { known = KNOWN_REPORTER_MS, stranger = STRANGER_MS } = options.graceMs ?? {};
    return hasReported || options.isKnownReporter() ? known : stranger;
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
    for (const live of calls) {
      if (sessionOf(live) !== sessionId) continue;
      // The end of one session's turn says nothing about a call that may be another's.
      if (!live.report && live.call.isGuess) continue;
      if (!live.report) showOwn(live);
      else if (live.call.tool.effect !== 'read') complete(live);
    }
  }

  function enriched(report: LiveReport, update: JsonObject): JsonObject {
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
    const { status, ...ending } = isShown ? endingFields(call, outcome, version()) : {};
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

  return {
    reported,
    begun,
    flush,
    /** The name that the editor knows a call by. */
    idOf: (sessionId: string, toolCallId: string) => reports.get(`${sessionId} ${toolCallId}`)?.card.id,
    /** Which tool is called with what, as far as the agent has told. */
    known: (sessionId: string, toolCallId: string) => reports.get(`${sessionId} ${toolCallId}`)?.known,
  };
}

/** The one that fits best; undefined if none does, or if only the names tell and there are several. */
function onlyBest<T>(items: readonly T[], closeness: (item: T) => number): T | undefined {
  const fits = items.map((item) => ({ item, level: closeness(item) })).filter(({ level }) => level > 0);
  const best = Math.max(...fits.map(({ level }) => level));
  const found = fits.filter(({ level }) => level === best);
  return found.length === 1 || best >= BY_INPUT ? found[0]?.item : undefined;
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

export type Cards = ReturnType<typeof createCards>;

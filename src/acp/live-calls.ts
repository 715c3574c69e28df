import type { JsonObject } from './json-rpc.ts';
import { type AgentReport, likeness } from './reports.ts';
import type { CardOutcome, CardTool } from './updates.ts';

const REMEMBERED = { reports: 500, calls: 50 };

/** How surely a report and a call are the same, as `likeness` tells. */
const BY_INPUT = 2;
const BY_ID = 3;

/** The status of a card whose call is over. */
export const FINAL = 2;

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

/** One card in the editor. `id` is what the editor knows it by. */
export type Card = { readonly id: string; readonly sessionId: string; rank: number; isComplete: boolean };
export type LiveReport = { known: AgentReport; card: Card; call?: LiveCall | undefined };
export type LiveCall = {
  readonly call: Call;
  line?: number | undefined;
  outcome?: CardOutcome | undefined;
  report?: LiveReport;
  /** Our own card, if the agent has not reported the call in time. */
  own?: Card;
  timer?: NodeJS.Timeout;
};

/** The calls that reached us, what the agent reports of them, and which belongs to which. */
export function createLiveCalls(isLoading: (sessionId: string) => boolean) {
  const reports = new Map<string, LiveReport>();
  const calls: LiveCall[] = [];
  let hasReported = false;
  /** An agent that tells a tool the id of its call does so always. */
  let tellsIds = false;

  /** The report with this id, which may be new. */
  function reportOf(sessionId: string, toolCallId: string): LiveReport {
    const key = `${sessionId} ${toolCallId}`;
    const card = { id: toolCallId, sessionId, rank: 0, isComplete: false };
    const report = reports.get(key) ?? { known: { sessionId, toolCallId }, card };
    reports.set(key, report);
    if (reports.size > REMEMBERED.reports) reports.delete(reports.keys().next().value!);
    return report;
  }

  /** Finds the call that is reported here, if it has come. */
  function linkCall(report: LiveReport): void {
    if (report.call || isLoading(report.known.sessionId)) return;
    const open = calls.filter((live) => !live.report);
    const found = onlyBest(open, (live) => closeness(report, live));
    if (found) link(report, found);
  }

  function linkReport(live: LiveCall): void {
    const open = [...reports.values()].filter(
      ({ call, card, known }) => !call && card.rank < FINAL && !isLoading(known.sessionId),
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

  return {
    reportOf,
    linkCall,
    /** The calls that are remembered, oldest first. */
    all: (): readonly LiveCall[] => calls,
    /** A new call; `forgotten` is the one that is not remembered any longer. */
    begun(call: Call): { readonly live: LiveCall; readonly forgotten: LiveCall | undefined } {
      const live: LiveCall = { call };
      calls.push(live);
      const forgotten = calls.length > REMEMBERED.calls ? calls.shift() : undefined;
      linkReport(live);
      return { live, forgotten };
    },
    /** Whether the agent has ever reported a call of ours. */
    hasReported: () => hasReported,
    find: (sessionId: string, toolCallId: string): LiveReport | undefined =>
      reports.get(`${sessionId} ${toolCallId}`),
  };
}

/** The one that fits best; undefined if none does, or if only the names tell and there are several. */
function onlyBest<T>(items: readonly T[], closeness: (item: T) => number): T | undefined {
  const fits = items.map((item) => ({ item, level: closeness(item) })).filter(({ level }) => level > 0);
  const best = Math.max(...fits.map(({ level }) => level));
  const found = fits.filter(({ level }) => level === best);
  return found.length === 1 || best >= BY_INPUT ? found[0]?.item : undefined;
}

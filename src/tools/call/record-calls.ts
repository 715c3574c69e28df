import type {
  CallRecord,
  NearestPlace,
  RecordedCommand,
  RecordedDiff,
  RecordedMatch,
  RecordedRefusal,
} from '../../core/journal/call-record.ts';
import type { Masker } from '../../core/secrets/masker.ts';
import type { Journal } from '../../ports/journal.ts';
import type { CallObserver, ToolOutcome } from './outcome.ts';
import { pathParametersOf } from './schema.ts';

type ObservedCall = Parameters<CallObserver>[0];
type Facts = Readonly<Record<string, unknown>>;

const MAX_DIFF = 64_000;
const MAX_TEXT = 4_000;
const MAX_FILES = 1_000;

/** Parameters with a text that is looked for in a file. */
const QUOTES = ['old_string', 'old_str', 'expected', 'pattern'];

/** The first observer wraps the others. */
export function observedByAll(observers: readonly (CallObserver | undefined)[]): CallObserver {
  return observers.reduceRight<CallObserver>(
    (inner, observe) =>
      observe ? (call, run) => observe(call, (signal) => inner({ ...call, signal }, run)) : inner,
    (call, run) => run(call.signal),
  );
}

/** Adds each finished call to the journal. */
export function recordCalls(journal: Journal, masker: Masker): CallObserver {
  return async (call, run) => {
    const time = Date.now();
    const startedAt = performance.now();
    const outcome = await run(call.signal);
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
    journal.add({ time, durationMs, ...recordOf(call, outcome, masker) });
    return outcome;
  };
}

function recordOf(
  call: ObservedCall,
  outcome: ToolOutcome,
  masker: Masker,
): Omit<CallRecord, 'id' | 'time' | 'durationMs'> {
  const { tool, input, client } = call;
  const shown = (name: string) => shortened(masker, input[name]);
  const path = outcome.ok ? (textIn(outcome.data, 'path') ?? pathOf(call)) : pathOf(call);
  return {
    tool: tool.name,
    effect: tool.effect,
    ...(tool.effect !== 'run' && typeof input.command === 'string' && { action: shown('command')! }),
    ...(client !== undefined && { client }),
    ...(path !== undefined && { path }),
    ...(input.dry_run === true && { isDryRun: true as const }),
    ...(outcome.ok ? successOf(outcome) : { refusal: refusalOf(outcome, quoteOf(input, shown)) }),
    ...(tool.effect === 'run' && { command: commandOf(outcome, shown('command'), input.terminal) }),
  };
}

function pathOf({ tool, input }: ObservedCall): string | undefined {
  const given = pathParametersOf(tool).map((name) => input[name]);
  return given.find((path) => typeof path === 'string')?.slice(0, MAX_TEXT);
}

function successOf({ data, changes, diff }: Extract<ToolOutcome, { ok: true }>) {
  const { syntax, ids } = data;
  const group = changes[0]?.group;
  const match = matchOf(data);
  const status = textIn((syntax ?? {}) as Facts, 'status');
  return {
    ...(changes.length > 0 && { changed: changes.slice(0, MAX_FILES).map(({ path }) => path) }),
    ...(match && { match }),
    ...(status !== undefined && { syntax: status }),
    ...(diff && diff.text !== '' && { diff: recordedDiff(diff) }),
    ...(group !== undefined && { group }),
    ...(Array.isArray(ids) && {
      undid: ids.map(String),
      ...(data.redo === true && { isRedo: true as const }),
    }),
  };
}

function matchOf({ strategy, similarity, notes }: Facts): RecordedMatch | undefined {
  if (typeof strategy !== 'string') return undefined;
  const texts = Array.isArray(notes) ? notes.map((note: Facts) => String(note.text)) : [];
  return { strategy, similarity: typeof similarity === 'number' ? similarity : 1, notes: texts };
}

function recordedDiff({ text, isCut }: { text: string; isCut: boolean }): RecordedDiff {
  const body = text.replaceAll(/^(---|\+\+\+) .*$/gm, '');
  const isTooLong = text.length > MAX_DIFF;
  return {
    text: isTooLong ? text.slice(0, text.lastIndexOf('\n', MAX_DIFF) + 1) : text,
    isCut: isCut || isTooLong,
    added: body.match(/^\+/gm)?.length ?? 0,
    removed: body.match(/^-/gm)?.length ?? 0,
  };
}

function commandOf(outcome: ToolOutcome, text: string | undefined, terminal: unknown): RecordedCommand {
  const { exit_code: exitCode, running, output } = outcome.ok ? outcome.data : ({} as Facts);
  const isEnded = typeof exitCode === 'number' && running !== true;
  return {
    text: text ?? '',
    terminal: typeof terminal === 'string' ? terminal : 'main',
    outputLength: typeof output === 'string' ? output.length : 0,
    ...(isEnded && { exitCode }),
  };
}

type Refused = Extract<ToolOutcome, { ok: false }>;

function refusalOf({ error, nearestText: text }: Refused, quoted: string | undefined): RecordedRefusal {
  const { name, message, data } = error;
  const [nearest] = Array.isArray(data.nearest) ? (data.nearest as NearestPlace[]) : [];
  return {
    name,
    message: message.slice(0, MAX_TEXT),
    ...(quoted !== undefined && { quoted }),
    ...(nearest && { nearest: { ...nearest, ...(text !== undefined && { text }) } }),
  };
}

function quoteOf(input: Facts, shown: (name: string) => string | undefined): string | undefined {
  const name = QUOTES.find((one) => typeof input[one] === 'string');
  return name === undefined ? undefined : shown(name);
}

function textIn(facts: Facts, name: string): string | undefined {
  const value = facts[name];
  return typeof value === 'string' ? value : undefined;
}

/** Masked before it is cut, so that no part of a secret is left. */
function shortened(masker: Masker, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const near = value.slice(0, MAX_TEXT + masker.reach);
  return masker.mask(near).slice(0, MAX_TEXT);
}

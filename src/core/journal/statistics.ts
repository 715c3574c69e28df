import type { CallRecord } from './call-record.ts';

export type Statistics = {
  readonly calls: number;
  readonly edits: { readonly made: number; readonly refused: number; readonly undone: number };
  readonly attempts: Attempts;
  readonly syntaxErrors: { readonly prevented: number; readonly written: number };
  readonly refusals: Counts;
  readonly strategies: Counts;
  readonly commands: { readonly run: number; readonly failed: number };
  readonly tools: Readonly<Record<string, Tally>>;
  readonly clients: Readonly<Record<string, Tally>>;
};

/**
 * Edits of one file by one client, up to the first that is made, are one task: a refused edit that is repeated until it
 * is made counts once.
 */
export type Attempts = {
  readonly tasks: number;
  readonly madeAtOnce: number;
  readonly madeAfterRetries: number;
  /** Refused calls before the edit was made, of all tasks that needed any. */
  readonly retries: number;
  readonly notMade: number;
};

export type Tally = { readonly calls: number; readonly refused: number };
type Counts = Readonly<Record<string, number>>;

/** Of calls in the order in which they were made. */
export function statisticsOf(calls: readonly CallRecord[]): Statistics {
  const edits = calls.filter(isEdit);
  const made = edits.filter(({ refusal }) => !refusal);
  const refused = calls.flatMap(({ refusal }) => refusal?.name ?? []);
  const commands = calls.flatMap(({ command, refusal }) => (command && !refusal ? [command] : []));
  return {
    calls: calls.length,
    edits: {
      made: made.length,
      refused: edits.length - made.length,
      undone: calls.filter((call) => isUndo(call) && !call.refusal && !call.isDryRun).length,
    },
    attempts: attemptsOf(edits),
    syntaxErrors: {
      prevented: refused.filter((name) => name === 'SYNTAX_ERROR').length,
      written: made.filter(({ syntax }) => syntax === 'warning').length,
    },
    refusals: countsOf(refused),
    strategies: countsOf(made.flatMap(({ match }) => match?.strategy ?? [])),
    commands: {
      run: commands.length,
      failed: commands.filter(({ exitCode = 0 }) => exitCode !== 0).length,
    },
    tools: talliesOf(calls, ({ tool }) => tool),
    clients: talliesOf(calls, ({ client }) => client ?? 'unknown'),
  };
}

function isUndo({ tool, action }: CallRecord): boolean {
  return tool === 'undo' || action === 'undo_edit';
}

/** A call that should change a file and was not a rehearsal. */
function isEdit(call: CallRecord): boolean {
  return call.effect === 'edit' && call.action !== 'view' && !isUndo(call) && !call.isDryRun;
}

function attemptsOf(edits: readonly CallRecord[]): Attempts {
  const refusedBefore = new Map<string, number>();
  let [madeAtOnce, madeAfterRetries, retries] = [0, 0, 0];
  for (const call of edits) {
    const task = `${call.client ?? ''}\0${call.path ?? ''}`;
    const before = refusedBefore.get(task) ?? 0;
    if (call.refusal) {
      refusedBefore.set(task, before + 1);
      continue;
    }
    refusedBefore.delete(task);
    if (before === 0) madeAtOnce++;
    else madeAfterRetries++;
    retries += before;
  }
  const notMade = refusedBefore.size;
  return { tasks: madeAtOnce + madeAfterRetries + notMade, madeAtOnce, madeAfterRetries, retries, notMade };
}

/** Most frequent first. */
function countsOf(names: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

function talliesOf(calls: readonly CallRecord[], nameOf: (call: CallRecord) => string) {
  const all = countsOf(calls.map(nameOf));
  const refused = countsOf(calls.filter(({ refusal }) => refusal).map(nameOf));
  return Object.fromEntries(
    Object.entries(all).map(([name, calls]): [string, Tally] => [
      name,
      { calls, refused: refused[name] ?? 0 },
    ]),
  );
}

import { journalDirectory } from '../../adapters/journal/journal-folder.ts';
import { readJournals } from '../../adapters/journal/read-journals.ts';
import { type Statistics, statisticsOf, type Tally } from '../../core/journal/statistics.ts';
import { numberFlag } from '../arguments/flag-values.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { settingsOf } from '../config/settings.ts';
import { CommandError } from '../errors/command-error.ts';
import { OK } from '../errors/exit-codes.ts';
import { UsageError } from '../errors/usage-error.ts';
import { historyOptions } from '../options.ts';
import { print, printableLine, printJson } from '../output/output.ts';
import type { Row } from '../output/two-columns.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 7;

/** Counts what the journals of this user's processes have kept. */
export async function run({ values, positionals }: Parsed): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`stats takes no operand; '${positionals[0]}' is one`);
  const days = numberFlag(values, 'days') ?? DEFAULT_DAYS;
  const { stateDirectory = '' } = historyOptions(await settingsOf(values));
  const { calls, unreadable } = readCalls(stateDirectory, Date.now() - days * DAY_MS);
  const statistics = statisticsOf(calls.map(({ call }) => call));
  if (values.json) printJson({ days, unreadable, ...statistics });
  else print(shown(statistics, { days, unreadable }));
  return OK;
}

function readCalls(stateDirectory: string, since: number) {
  try {
    return readJournals(journalDirectory(stateDirectory), since);
  } catch (error) {
    throw new CommandError(`The journals cannot be read: ${(error as Error).message}`);
  }
}

type Scope = { readonly days: number; readonly unreadable: number };

function shown(statistics: Statistics, { days, unreadable }: Scope): string {
  const last = days === 1 ? 'the last day' : `the last ${days} days`;
  const skipped = unreadable === 0 ? [] : [`${unreadable} lines of the journals could not be read.`];
  if (statistics.calls === 0)
    return [
      `No calls in ${last}. Every Corvid server records its calls, unless it has --no-journal.`,
      ...skipped,
    ].join('\n');
  const rows = rowsOf(statistics).filter(([, text]) => text !== '');
  const left = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, text]) => printableLine(name.padEnd(left) + text));
  return [`${statistics.calls} calls in ${last}`, '', ...lines, ...skipped].join('\n');
}

function rowsOf({ edits, attempts, syntaxErrors, commands, ...names }: Statistics): Row[] {
  const { tasks, madeAtOnce, madeAfterRetries, retries, notMade } = attempts;
  const { prevented, written } = syntaxErrors;
  const average = (retries / madeAfterRetries).toFixed(1);
  const again = `${madeAfterRetries} made after ${average} refusals on average, ${notMade} not made`;
  return [
    ['Edits', `${edits.made} made, ${edits.refused} refused, ${edits.undone} undone`],
    [
      'First attempt',
      tasks === 0 ? '' : `${madeAtOnce} of ${tasks} made at once (${percent(madeAtOnce, tasks)})`,
    ],
    ['Refused at first', madeAfterRetries === 0 ? (notMade > 0 ? `${notMade} not made` : '') : again],
    [
      'Syntax errors',
      `${prevented} prevented, ${written} written (${percent(written, edits.made)} of the edits)`,
    ],
    ['Commands', commands.run === 0 ? '' : `${commands.run} run, ${commands.failed} failed`],
    ['Refusals', countsText(names.refusals)],
    ['Found by', countsText(names.strategies)],
    ['Tools', talliesText(names.tools)],
    ['Clients', talliesText(names.clients)],
  ];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`;
}

function countsText(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return entries.join(', ');
}

function talliesText(tallies: Readonly<Record<string, Tally>>): string {
  const entries = Object.entries(tallies).map(
    ([name, { calls, refused }]) => `${name} ${calls}${refused > 0 ? ` (${refused} refused)` : ''}`,
  );
  return entries.join(', ');
}

import { type JournalCall, type JournalProcess, parseJournalLine } from '../../core/journal/call-record.ts';
import { readTrustedFile } from '../private/trust.ts';
import { listJournals } from './journal-folder.ts';

export type JournalContent = {
  /** Oldest first. */
  readonly calls: readonly JournalCall[];
  /** Lines that could not be read. */
  readonly unreadable: number;
};

/** All calls since a time. Throws for a journal that another user may have written. */
export function readJournals(directory: string, since = 0): JournalContent {
  const files = listJournals(directory).filter(({ changedAt }) => changedAt >= since);
  const read = files.map(({ path }) => readJournal(readIfThere(path)));
  const calls = read.flatMap((journal) => journal.calls).filter(({ call }) => call.time >= since);
  return {
    calls: calls.sort((a, b) => a.call.time - b.call.time),
    unreadable: read.reduce((sum, journal) => sum + journal.unreadable, 0),
  };
}

function readJournal(text: string): JournalContent {
  const calls: JournalCall[] = [];
  let unreadable = 0;
  let process: JournalProcess | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const parsed = parseJournalLine(line);
    if (parsed && 'process' in parsed) process = parsed.process;
    else if (parsed && process) calls.push({ process, call: parsed.call });
    else unreadable++;
  }
  return { calls, unreadable };
}

/** Another process may have removed it since it was listed. */
function readIfThere(path: string): string {
  try {
    return readTrustedFile(path).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

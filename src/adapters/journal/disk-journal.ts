import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { CallRecord, JournalLine, JournalProcess } from '../../core/journal/call-record.ts';
import type { Journal } from '../../ports/journal.ts';
import { makePrivateFolder } from '../private/private-folder.ts';
import { journalName, pruneJournals } from './journal-folder.ts';

const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW = 0 } = constants;
const MAX_FILE_BYTES = 4 * 1024 * 1024;

type Options = {
  readonly directory: string;
  readonly process: JournalProcess;
  /** Called once, when the journal cannot be written. */
  readonly onFailure: (message: string) => void;
};

/** One line of JSON for each call, in files that only this process writes. The first call opens the first file. */
export class DiskJournal implements Journal {
  readonly #options: Options;
  #waiting: string[] = [];
  #flushing: NodeJS.Immediate | undefined;
  #file: number | undefined;
  #files = 0;
  #bytes = 0;
  #lastId = 0;
  #hasFailed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  add(record: Omit<CallRecord, 'id'>): void {
    if (this.#hasFailed) return;
    this.#waiting.push(lineOf({ call: { id: ++this.#lastId, ...record } }));
    // After the answer, which should not wait for it.
    this.#flushing ??= setImmediate(() => this.#flush());
  }

  close(): void {
    this.#flush();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #flush(): void {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    const lines = this.#waiting;
    this.#waiting = [];
    try {
      for (const line of lines) this.#write(line);
    } catch (error) {
      this.#hasFailed = true;
      this.#options.onFailure(`The journal cannot be written: ${(error as Error).message}`);
    }
  }

  #write(line: string): void {
    if (this.#file === undefined || this.#bytes > MAX_FILE_BYTES) this.#openNext();
    this.#bytes += writeSync(this.#file!, line);
  }

  #openNext(): void {
    const { directory, process } = this.#options;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    makePrivateFolder(directory);
    pruneJournals(directory, Date.now());
    const path = join(directory, journalName(process.pid, process.startedAt, ++this.#files));
    this.#file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, 0o600);
    this.#bytes = writeSync(this.#file, lineOf({ process }));
  }
}

function lineOf(value: JournalLine): string {
  return `${JSON.stringify(value)}\n`;
}

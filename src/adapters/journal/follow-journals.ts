import { closeSync, constants, type FSWatcher, fstatSync, openSync, readSync, watch } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { type JournalCall, type JournalProcess, parseJournalLine } from '../../core/journal/call-record.ts';
import { makePrivateFolder } from '../private/private-folder.ts';
import { expectTrustedFile } from '../private/trust.ts';
import { listJournals } from './journal-folder.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const CHUNK = 65_536;

/** How far a journal was read. */
type Position = { offset: number; rest: string; decoder: StringDecoder; process?: JournalProcess };

type Following = {
  readonly since: number;
  readonly onCalls: (calls: readonly JournalCall[]) => void;
  /** Called with what cannot be read; the others are still followed. */
  readonly onProblem: (message: string) => void;
};

/** Reports the calls of all processes since a time, and each new one when its line is written. */
export class JournalFollower {
  readonly #directory: string;
  readonly #following: Following;
  readonly #positions = new Map<string, Position>();
  readonly #watcher: FSWatcher;
  #scan: NodeJS.Immediate | undefined;
  /** Lines that could not be read. */
  unreadable = 0;

  constructor(directory: string, following: Following) {
    this.#directory = directory;
    this.#following = following;
    makePrivateFolder(directory);
    // Before the first scan, so that no line is missed.
    this.#watcher = watch(directory, () => {
      this.#scan ??= setImmediate(() => this.#readNew());
    });
    this.#watcher.on('error', (error) => following.onProblem(error.message));
    this.#readNew();
  }

  close(): void {
    this.#watcher.close();
    clearImmediate(this.#scan);
  }

  #readNew(): void {
    this.#scan = undefined;
    const files = listJournals(this.#directory).filter(({ changedAt }) => changedAt >= this.#following.since);
    const calls = files.flatMap(({ path, bytes }) => {
      const position = this.#positionIn(path);
      return bytes > position.offset ? this.#readSafely(path, position) : [];
    });
    if (calls.length > 0) this.#following.onCalls(calls.sort((a, b) => a.call.time - b.call.time));
  }

  #positionIn(path: string): Position {
    const known = this.#positions.get(path) ?? { offset: 0, rest: '', decoder: new StringDecoder('utf8') };
    this.#positions.set(path, known);
    return known;
  }

  #readSafely(path: string, position: Position): JournalCall[] {
    try {
      return this.#callsIn(readFrom(path, position), position);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#following.onProblem(`${path}: ${(error as Error).message}`);
      return [];
    }
  }

  #callsIn(text: string, position: Position): JournalCall[] {
    const lines = (position.rest + text).split('\n');
    position.rest = lines.pop()!;
    return lines.flatMap((line) => {
      const parsed = parseJournalLine(line);
      if (parsed && 'process' in parsed) position.process = parsed.process;
      else if (parsed && position.process) {
        const { call } = parsed;
        return call.time >= this.#following.since ? [{ process: position.process, call }] : [];
      } else this.unreadable++;
      return [];
    });
  }
}

function readFrom(path: string, position: Position): string {
  // A link is refused, and a pipe does not keep us waiting.
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    expectTrustedFile(fstatSync(file), path);
    const chunk = Buffer.alloc(CHUNK);
    let text = '';
    for (let read = -1; read !== 0; position.offset += read) {
      read = readSync(file, chunk, 0, CHUNK, position.offset);
      text += position.decoder.write(chunk.subarray(0, read));
    }
    return text;
  } finally {
    closeSync(file);
  }
}

import { decodeBinary } from '../../text/document/utf8.ts';
import { unquoteFromBash } from './bash-quoting.ts';
import { createMarkerParser, type MarkerParser, type Piece } from './marker-parser.ts';

/** What a shell reports about itself. */
export type ShellFacts = {
  readonly directory: string;
  /** The same with one character for each byte, as the name of a directory need not be UTF-8. */
  readonly directoryBytes: string;
  readonly python: string;
  /** Of the last background job, if there was one. */
  readonly backgroundPid: number | undefined;
  /** What it prints when it waits for a command, if that cannot be suppressed. */
  readonly prompt: string;
};

export type ReadyFacts = {
  readonly user: string;
  readonly host: string;
  /** Whether it restored what an earlier shell had saved. */
  readonly isRestored: boolean;
  /** The directory of an earlier shell that it could not enter, or nothing. */
  readonly goneDirectory: string;
};

export type TrackerEvent =
  /** A shell that starts waits for its token. */
  | { readonly kind: 'token-wanted' }
  | ({ readonly kind: 'ready'; readonly facts: ShellFacts } & ReadyFacts)
  /** Printed while no command runs. */
  | { readonly kind: 'background'; readonly bytes: Uint8Array }
  | { readonly kind: 'command-started' }
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'command-finished'; readonly exitCode: number; readonly facts: ShellFacts }
  | { readonly kind: 'job-ended'; readonly pid: number; readonly exitCode: number }
  /** The shell waits for a command although one was typed. */
  | { readonly kind: 'command-lost' };

/** `shown`: the command is shown to a person who looks at the terminal. */
type Phase = 'starting' | 'idle' | 'typed' | 'shown' | 'running';
type Marker = Extract<Piece, { kind: 'marker' }>;

/** Follows one shell by its markers: which output belongs to which command, and when it has ended. */
export class CommandTracker {
  readonly #parse: MarkerParser;
  #parseRequest: MarkerParser | undefined = createMarkerParser('corvid');
  #phase: Phase = 'starting';
  #expected = 0;
  #shellPid = '';

  constructor(token: string) {
    this.#parse = createMarkerParser(token);
  }

  /** The command with this number is typed next. */
  expect(number: number): void {
    this.#expected = number;
    this.#phase = 'typed';
  }

  push(chunk: Uint8Array): TrackerEvent[] {
    const events = this.#parse(chunk).flatMap((piece) =>
      piece.kind === 'output' ? this.#output(piece.bytes) : this.#follow(piece),
    );
    return this.#wantsToken(chunk) ? [{ kind: 'token-wanted' }, ...events] : events;
  }

  /** Once: a later request comes from a program, and is ignored. */
  #wantsToken(chunk: Uint8Array): boolean {
    if (!this.#parseRequest?.(chunk).some((piece) => piece.kind === 'marker')) return false;
    this.#parseRequest = undefined;
    return true;
  }

  #output(bytes: Uint8Array): TrackerEvent[] {
    if (this.#phase === 'starting' || this.#phase === 'shown') return [];
    return [{ kind: this.#phase === 'running' ? 'output' : 'background', bytes }];
  }

  #follow({ letter, fields }: Marker): TrackerEvent[] {
    if (letter === 'R') return this.#ready(fields);
    if (letter === 'J') return [{ kind: 'job-ended', pid: Number(fields[0]), exitCode: Number(fields[1]) }];
    const isExpected = Number(fields[0]) === this.#expected;
    const isTyped = this.#phase === 'typed';
    if (letter === 'V' && isTyped) this.#phase = 'shown';
    if (letter === 'C' && (isTyped || this.#phase === 'shown') && isExpected) {
      this.#phase = 'running';
      return [{ kind: 'command-started' }];
    }
    // A command that was not seen to start has not ended either.
    if (letter === 'D' && isExpected && this.#phase === 'running') return this.#finished(fields);
    return letter === 'P' && isTyped && !isExpected ? [{ kind: 'command-lost' }] : [];
  }

  #ready(fields: readonly string[]): TrackerEvent[] {
    if (this.#phase !== 'starting') return [];
    const [pid = '', directory = '', python = '', user = '', host = '', restored, gone = ''] = fields;
    this.#phase = 'idle';
    this.#shellPid = pid;
    const facts = { ...toFacts(directory, python), backgroundPid: undefined, prompt: '' };
    const isRestored = restored === '1';
    const names = { user: unquotedText(user), host: unquotedText(host), goneDirectory: unquotedText(gone) };
    return [{ kind: 'ready', facts, isRestored, ...names }];
  }

  #finished(fields: readonly string[]): TrackerEvent[] {
    const [, exitCode = '', pid, directory = '', python = '', background = '', prompt = ''] = fields;
    if (pid !== this.#shellPid) return [];
    this.#phase = 'idle';
    const backgroundPid = background === '' ? undefined : Number(background);
    const facts = { ...toFacts(directory, python), backgroundPid, prompt: unquotedText(prompt) };
    return [{ kind: 'command-finished', exitCode: Number(exitCode), facts }];
  }
}

function toFacts(directory: string, python: string) {
  const directoryBytes = unquoteFromBash(directory);
  return { directory: decodeBinary(directoryBytes), directoryBytes, python: unquotedText(python) };
}

function unquotedText(quoted: string): string {
  return decodeBinary(unquoteFromBash(quoted));
}

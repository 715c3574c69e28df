import { decodeBinary } from '../text/document/utf8.ts';
import { unquoteFromBash } from './bash-quoting.ts';
import { createMarkerParser, type MarkerParser, type Piece } from './marker-parser.ts';

/** What a shell reports about itself. */
export type ShellFacts = {
  readonly directory: string;
  /** The same with one character for each byte, as a name of a directory need not be UTF-8. */
  readonly directoryBytes: string;
  readonly python: string;
  /** Of the last background job, if there was one. */
  readonly backgroundPid: number | undefined;
  /** What it prints when it waits for a command and cannot be kept from printing. */
  readonly prompt: string;
};

export type ReadyFacts = {
  readonly user: string;
  readonly host: string;
  /** Whether it took over what an earlier shell had kept. */
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
  | { readonly kind: 'started' }
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'finished'; readonly exitCode: number; readonly facts: ShellFacts }
  /** The shell waits for a command although one was typed. */
  | { readonly kind: 'lost' };

export type CommandTracker = {
  /** From now on this command is waited for. */
  expect(number: number): void;
  push(chunk: Uint8Array): TrackerEvent[];
};

type Phase = 'starting' | 'idle' | 'typed' | 'running';
type Marker = Extract<Piece, { kind: 'marker' }>;

/** Follows one shell through its markers: which output belongs to which command, and when it has ended. */
export function createCommandTracker(token: string): CommandTracker {
  const parse = createMarkerParser(token);
  let parseRequest: MarkerParser | undefined = createMarkerParser('corvid');
  let phase: Phase = 'starting';
  let expected = 0;
  let shellPid = '';

  return {
    expect(number) {
      expected = number;
      phase = 'typed';
    },
    push(chunk) {
      const events = parse(chunk).flatMap((piece) =>
        piece.kind === 'output' ? toOutput(piece.bytes) : follow(piece),
      );
      return wantsToken(chunk) ? [{ kind: 'token-wanted' }, ...events] : events;
    },
  };

  /** Once: what asks later is a program, and gets nothing. */
  function wantsToken(chunk: Uint8Array): boolean {
    if (!parseRequest?.(chunk).some((piece) => piece.kind === 'marker')) return false;
    parseRequest = undefined;
    return true;
  }

  function toOutput(bytes: Uint8Array): TrackerEvent[] {
    if (phase === 'starting') return [];
    return [{ kind: phase === 'running' ? 'output' : 'background', bytes }];
  }

  function follow({ letter, fields }: Marker): TrackerEvent[] {
    if (letter === 'R') return ready(fields);
    const isExpected = Number(fields[0]) === expected;
    if (letter === 'C' && phase === 'typed' && isExpected) {
      phase = 'running';
      return [{ kind: 'started' }];
    }
    if (letter === 'D' && isExpected && (phase === 'typed' || phase === 'running')) return finished(fields);
    return letter === 'P' && phase === 'typed' && !isExpected ? [{ kind: 'lost' }] : [];
  }

  function ready(fields: readonly string[]): TrackerEvent[] {
    if (phase !== 'starting') return [];
    const [pid = '', directory = '', python = '', user = '', host = '', restored, gone = ''] = fields;
    phase = 'idle';
    shellPid = pid;
    const facts = { ...toFacts(directory, python), backgroundPid: undefined, prompt: '' };
    return [
      {
        kind: 'ready',
        facts,
        user: unquotedText(user),
        host: unquotedText(host),
        isRestored: restored === '1',
        goneDirectory: unquotedText(gone),
      },
    ];
  }

  function finished(fields: readonly string[]): TrackerEvent[] {
    const [, exitCode = '', pid, directory = '', python = '', background = '', prompt = ''] = fields;
    if (pid !== shellPid) return [];
    phase = 'idle';
    const backgroundPid = background === '' ? undefined : Number(background);
    const facts = { ...toFacts(directory, python), backgroundPid, prompt: unquotedText(prompt) };
    return [{ kind: 'finished', exitCode: Number(exitCode), facts }];
  }
}

function toFacts(directory: string, python: string) {
  const directoryBytes = unquoteFromBash(directory);
  return { directory: decodeBinary(directoryBytes), directoryBytes, python: unquotedText(python) };
}

function unquotedText(quoted: string): string {
  return decodeBinary(unquoteFromBash(quoted));
}

import type { Charsets } from '../core/text/document/charsets.ts';
import type { Encoding } from '../core/text/document/encodings.ts';
import type { FileInfo } from '../ports/files.ts';

const REMEMBERED = 500;

/** What was found out about a file and holds for as long as its size and time of change stay the same. */
export type FileFacts = {
  guess?: Promise<string | undefined>;
  encoding?: Encoding;
  totalLines?: number;
  /** Of the whole file, for as long as they are kept elsewhere: many large files would fill the memory. */
  bytes?: WeakRef<Uint8Array>;
};

export type FileMemory = (path: string, info: FileInfo) => FileFacts;

export function createFileMemory(): FileMemory {
  const files = new Map<string, { size: number; modifiedMs: number; facts: FileFacts }>();
  return (path, { size, modifiedMs }) => {
    const known = files.get(path);
    if (known && known.size === size && known.modifiedMs === modifiedMs) return known.facts;
    const facts: FileFacts = {};
    files.delete(path);
    files.set(path, { size, modifiedMs, facts });
    if (files.size > REMEMBERED) files.delete(files.keys().next().value!);
    return facts;
  };
}

/** Charsets that guess the encoding of a file once. Whether its bytes fit the guess is still seen each time. */
export function rememberingGuess(charsets: Charsets, facts: FileFacts): Charsets {
  return {
    ...charsets,
    guess(bytes) {
      facts.guess ??= charsets.guess(bytes);
      return facts.guess;
    },
  };
}

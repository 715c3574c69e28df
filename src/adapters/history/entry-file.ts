import { createHash } from 'node:crypto';
import type { HistoryEntry } from '../../ports/history.ts';
import type { PastChange } from './past-change.ts';

/** A remembered change with what is needed to take it back. */
export type StoredEntry = { readonly entry: HistoryEntry; readonly change: PastChange };

type Header = Omit<HistoryEntry, 'id' | 'stored'> & {
  readonly version: 1;
  readonly start: number;
  readonly removed: number;
  readonly inserted: number;
  readonly afterHash: string | null;
};

/** One line of JSON, then the removed and the inserted bytes. */
export function encodeEntry({ entry, change }: StoredEntry): Uint8Array {
  const { id: _, stored: __, ...described } = entry;
  const { start, removed, inserted } = change.patch;
  const header: Header = {
    version: 1,
    ...described,
    start,
    removed: removed.length,
    inserted: inserted.length,
    afterHash: change.afterHash,
  };
  const line = { ...header, checksum: checksumOf(header, removed, inserted) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), removed, inserted]);
}

/** Undefined for everything that is not, to the last bit, what `encodeEntry` wrote. */
export function decodeEntry(id: string, bytes: Uint8Array): StoredEntry | undefined {
  const lineEnd = bytes.indexOf(0x0a);
  const parsed = lineEnd < 0 ? undefined : parseLine(bytes.subarray(0, lineEnd));
  if (!parsed) return undefined;
  const { checksum, ...header } = parsed;
  const payload = bytes.subarray(lineEnd + 1);
  if (header.version !== 1 || header.removed + header.inserted !== payload.length) return undefined;
  const removed = payload.subarray(0, header.removed);
  const inserted = payload.subarray(header.removed);
  if (checksum !== checksumOf(header, removed, inserted)) return undefined;
  const { path, tool, time, kind, linesAdded, linesRemoved, diff, start, afterHash } = header;
  const entry = { id, path, tool, time, kind, linesAdded, linesRemoved, diff };
  return { entry, change: { kind, afterHash, patch: { start, removed, inserted } } };
}

function parseLine(line: Uint8Array): (Header & { checksum: unknown }) | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    // The checksum vouches for the shape: nobody else writes it.
    return value instanceof Object ? (value as Header & { checksum: unknown }) : undefined;
  } catch {
    return undefined;
  }
}

function checksumOf(header: Header, removed: Uint8Array, inserted: Uint8Array): string {
  const hash = createHash('sha256').update(JSON.stringify(header));
  return hash.update('\n').update(removed).update(inserted).digest('hex');
}

import { ToolError } from '../../core/errors.ts';
import type { Charsets } from '../../core/text/document/charsets.ts';
import type { Encoding } from '../../core/text/document/document.ts';
import { detectEncoding } from '../../core/text/document/encodings.ts';
import { linesWithEndings, withoutEnding } from '../../core/text/lines.ts';
import { createLineScanner, type LineBreaks, type ScannedLines } from '../../core/text/stream/line-window.ts';
import type { Files } from '../../ports/files.ts';
import { createTurns } from '../turns.ts';
import { type FileFacts, guessingOnce } from './document-reading.ts';

const CHUNK_BYTES = 256 * 1024;
const BYTES_PER_CHARACTER = 4;

export type LineRequest = {
  readonly first: number;
  readonly last: number;
  readonly signal?: AbortSignal | undefined;
};

export type LinePage = {
  /** Without their endings; more than a view may hold are left out. */
  readonly lines: readonly string[];
  readonly totalLines: number;
  readonly encoding: string;
  /** Records that `count` lines, from the one at index `from` on, were shown to the caller. */
  seen(count: number, from?: number): void;
};

export type LineSource = {
  readonly given: string;
  readonly real: string;
  readonly size: number;
  readonly fallback: string | undefined;
  readonly facts: FileFacts;
};

type Parts = {
  readonly files: Files;
  readonly charsets: Charsets;
  readonly limits: { fileBytes: number; viewCharacters: number };
  /** Called with the lines, from 1, that were shown, and their version. */
  onSeen(version: Version, first: number, last: number): void;
};

type Version = { readonly bytes: Uint8Array; readonly encoding: Encoding };

/**
 * The first look at a file reads it to its end, to know its encoding and how many lines it has; a file too
 * large to edit piece by piece. Further looks stop after the lines that were asked for.
 */
export async function readLines(source: LineSource, request: LineRequest, parts: Parts): Promise<LinePage> {
  const { facts } = source;
  const first = facts.encoding ? undefined : await firstPiece(source, parts);
  const encoding = facts.encoding ?? (await encodingOf(first!, source, parts));
  const maxBytes = parts.limits.viewCharacters * BYTES_PER_CHARACTER;
  const scanner = createLineScanner({ ...request, maxBytes }, lineBreaks(encoding));
  const turns = createTurns();
  const known = first?.subarray(encoding.bom.length) ?? new Uint8Array();
  for (let start = 0; start < known.length; start += CHUNK_BYTES) {
    scanner.push(known.subarray(start, start + CHUNK_BYTES));
    await turns();
  }
  for (let start = first?.length ?? encoding.bom.length; start < source.size; start += CHUNK_BYTES) {
    if (request.signal?.aborted) throw new ToolError('CANCELLED', `Cancelled: reading ${source.given}.`);
    if (facts.totalLines !== undefined && scanner.isPast()) break;
    await turns();
    scanner.push(await parts.files.read(source.real, { start, end: start + CHUNK_BYTES }));
  }
  const window = scanner.finish();
  facts.encoding = encoding;
  facts.totalLines ??= window.totalLines;
  if (first && first.length === source.size) facts.bytes = new WeakRef(first);
  const page = toPage(window, facts.totalLines, encoding);
  const bytes = facts.bytes?.deref();
  return {
    ...page,
    seen: (count, from = 0) => {
      const first = request.first + from;
      if (bytes && count > 0) parts.onSeen({ bytes, encoding }, first, first + count - 1);
    },
  };
}

/** All of a file that may be edited: where it is not UTF-8, the encoding is detected from the whole. */
function firstPiece({ real, size }: LineSource, { files, limits }: Parts): Promise<Uint8Array> {
  return files.read(real, size <= limits.fileBytes ? undefined : { start: 0, end: CHUNK_BYTES });
}

async function encodingOf(bytes: Uint8Array, source: LineSource, { charsets }: Parts): Promise<Encoding> {
  const partial = bytes.length < source.size;
  const encoding = await detectEncoding(bytes, guessingOnce(charsets, source.facts), source.fallback, {
    partial,
  });
  if (encoding) return encoding;
  throw new ToolError(
    'BINARY_FILE',
    `Cannot show binary file: ${source.given}`,
    { path: source.given },
    'It is neither text nor an image that can be shown. Look at it with a program for its format, or with `strings` or `xxd`.',
  );
}

function lineBreaks({ codec }: Encoding): LineBreaks {
  const wide = codec.name.startsWith('utf-16');
  return { width: wide ? 2 : 1, bigEndian: codec.name === 'utf-16be' };
}

function toPage(window: ScannedLines, totalLines: number, encoding: Encoding) {
  const lines = linesWithEndings(encoding.codec.decode(window.bytes)).map(withoutEnding);
  return { lines, totalLines, encoding: encoding.codec.name };
}

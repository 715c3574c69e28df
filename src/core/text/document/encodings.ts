import { looksBinary } from './binary.ts';
import { hasBytes, sameBytes } from './byte-pattern.ts';
import type { Charsets, Codec } from './charsets.ts';
import type { Document, Encoding } from './document.ts';
import { isUtf16, type Utf16Order, utf16Order } from './utf16.ts';

export type DetectOptions = {
  /** The bytes are the beginning of a file and may end inside a character. */
  readonly partial?: boolean;
};

/** Detects an encoding that decodes these bytes to text and encodes it to the same bytes; undefined for binary files. */
export async function detectEncoding(
  bytes: Uint8Array,
  charsets: Charsets,
  fallback?: string,
  { partial = false }: DetectOptions = {},
): Promise<Encoding | undefined> {
  const views = partial ? withoutLastCharacter(bytes) : [bytes];
  if (views.some((view) => charsets.isUtf8(view))) {
    if (!bytes.includes(0)) return utf8Encoding(bytes, charsets);
    // A NUL makes UTF-8 binary, unless all is ASCII: then it may be UTF-16.
    if (asciiLength(bytes) < bytes.length) return undefined;
  }
  const utf16 = await utf16Encoding(views, charsets);
  if (utf16) return utf16;
  return looksBinary(bytes) ? undefined : legacyEncoding(views, charsets, fallback);
}

export function decodeDocument(bytes: Uint8Array, encoding: Encoding): Document {
  return { bytes, text: encoding.codec.decode(bytes.subarray(encoding.bom.length)), encoding };
}

/** The bytes, and the bytes without the last one to three: one of these ends with a whole character. */
function withoutLastCharacter(bytes: Uint8Array): Uint8Array[] {
  return [0, 1, 2, 3].map((cut) => bytes.subarray(0, Math.max(0, bytes.length - cut)));
}

const noBom = new Uint8Array();
const utf8Bom = new Uint8Array([0xef, 0xbb, 0xbf]);
const utf16Boms: readonly { order: Utf16Order; bom: Uint8Array }[] = [
  { order: 'utf-16le', bom: new Uint8Array([0xff, 0xfe]) },
  { order: 'utf-16be', bom: new Uint8Array([0xfe, 0xff]) },
];

function utf8Encoding(bytes: Uint8Array, charsets: Charsets): Encoding {
  return { codec: charsets.utf8, bom: hasBytes(bytes, [...utf8Bom]) ? utf8Bom : noBom, certain: true };
}

async function utf16Encoding(views: Uint8Array[], charsets: Charsets): Promise<Encoding | undefined> {
  const found = markedUtf16(views) ?? unmarkedUtf16(views);
  const codec = found && (await charsets.find(found.order));
  return codec && { codec, bom: found.bom, certain: true };
}

// The mark of UTF-32LE begins like that of UTF-16LE, but is followed by a NUL, which `isUtf16` rejects.
function markedUtf16(views: Uint8Array[]) {
  const mark = utf16Boms.find(({ bom }) => hasBytes(views[0]!, [...bom]));
  return mark && views.some((view) => isUtf16(view.subarray(2), mark.order)) ? mark : undefined;
}

function unmarkedUtf16(views: Uint8Array[]) {
  const order = views.map(utf16Order).find((found) => found !== undefined);
  return order && { order, bom: noBom };
}

async function legacyEncoding(
  views: Uint8Array[],
  charsets: Charsets,
  fallback: string | undefined,
): Promise<Encoding | undefined> {
  const given = await faithfulCodec(views, charsets, fallback);
  const codec = given ?? (await guessedCodec(views, charsets));
  if (codec) return { codec, bom: noBom, certain: true };
  const eightBit = await charsets.find('iso-8859-1');
  return eightBit && { codec: eightBit, bom: noBom, certain: false };
}

async function guessedCodec(views: Uint8Array[], charsets: Charsets): Promise<Codec | undefined> {
  const name = await charsets.guess(sampleFromFirstNonAscii(views));
  const codec = await faithfulCodec(views, charsets, name);
  // Detectors report GBK for both; only GB18030 has characters of four bytes.
  return codec ?? (name === 'GBK' ? faithfulCodec(views, charsets, 'GB18030') : undefined);
}

/** The codec with this name, if the decoded text encodes to the same bytes. */
async function faithfulCodec(views: Uint8Array[], charsets: Charsets, name: string | undefined) {
  const codec = name === undefined ? undefined : await charsets.find(name);
  return codec && views.some((view) => roundTrips(codec, view)) ? codec : undefined;
}

function roundTrips(codec: Codec, bytes: Uint8Array): boolean {
  const text = codec.decode(bytes);
  if (text.includes('\ufffd')) return false;
  const encoded = codec.encode(text);
  return encoded !== undefined && sameBytes(encoded, bytes);
}

const sampleBytes = 256 * 1024;

/** The part from the first byte that is not ASCII, which ends with a whole character. */
function sampleFromFirstNonAscii(views: Uint8Array[]): Uint8Array {
  const bytes = views[0]!;
  const start = asciiLength(bytes);
  const sample = bytes.subarray(start, start + sampleBytes);
  const isWhole = views.length === 1 && start + sample.length === bytes.length;
  if (isWhole) return sample;
  // A space or a control is never a later byte of a character, so none is cut there.
  const lastSpace = sample.findLastIndex((byte) => byte <= 0x20);
  return lastSpace === -1 ? sample : sample.subarray(0, lastSpace + 1);
}

/** The number of ASCII bytes at the start. */
function asciiLength(bytes: Uint8Array): number {
  let length = 0;
  while (length < bytes.length && bytes[length]! < 0x80) length++;
  return length;
}

import iconv from 'iconv-lite';
import type { Codec } from '../../core/text/document/charsets.ts';

/** An older encoding that has ASCII at its usual place and no state; undefined for any other name. */
export function iconvCodec(name: string): Codec | undefined {
  if (!iconv.encodingExists(name)) return undefined;
  const raw: RawCodec = {
    decode: (bytes) => iconv.decode(bytes, name, { stripBOM: false }),
    encode: (text) => iconv.encode(text, name),
  };
  const family: unknown = iconv.getCodec(name).encodingName;
  const isJapanese = family === 'eucjp' || family === 'shiftjis';
  const { decode, encode } = isJapanese ? withPreferredPairs(raw) : raw;
  const isFused = family === 'big5hkscs' ? hasFusedAccent : () => false;
  const codec: Codec = {
    name,
    decode,
    encode: (text) => (isFused(text) ? undefined : checked(encode(text), text, decode)),
    byteLength: (text) => encode(text).length,
  };
  return keepsAscii(codec) ? codec : undefined;
}

type RawCodec = { decode(bytes: Uint8Array): string; encode(text: string): Uint8Array };

/** iconv-lite writes '?' or a similar character for what it lacks; only the way back tells. */
function checked(bytes: Uint8Array, text: string, decode: RawCodec['decode']): Uint8Array | undefined {
  return decode(bytes) === text ? bytes : undefined;
}

/** Big5 has four letters whose accent is a character of its own in Unicode: cut between them, both would change. */
function hasFusedAccent(text: string): boolean {
  return /[\u0304\u030c]/.test(text);
}

function keepsAscii({ decode, encode }: Codec): boolean {
  const ascii = Buffer.from(Array.from({ length: 128 }, (_, code) => code));
  const text = ascii.toString('latin1');
  return decode(ascii) === text && ascii.equals(encode(text) ?? Buffer.of());
}

/**
 * iconv-lite reads some pairs of bytes that it does not write: it prefers three bytes for the wave dash and others
 * of EUC-JP, and has none for the private characters of Shift_JIS. For these the pair is written again.
 */
function withPreferredPairs(raw: RawCodec): RawCodec {
  const pairs = unwrittenPairs(raw);
  const pattern = new RegExp(`[${[...pairs.keys()].join('')}]`, 'g');
  const encode = (text: string) => {
    const pieces: Uint8Array[] = [];
    let encoded = 0;
    for (const { 0: character, index } of text.matchAll(pattern)) {
      pieces.push(raw.encode(text.slice(encoded, index)), pairs.get(character)!);
      encoded = index + 1;
    }
    return encoded === 0 ? raw.encode(text) : Buffer.concat([...pieces, raw.encode(text.slice(encoded))]);
  };
  return { decode: raw.decode, encode };
}

/** All pairs go through in one text, a line for each, since tens of thousands of calls would take 50 ms. */
function unwrittenPairs(raw: RawCodec): Map<string, Uint8Array> {
  const lines = Array.from(highPairs());
  const read = raw.decode(Buffer.from(lines.join('\n'), 'latin1')).split('\n');
  const written = Buffer.from(raw.encode(read.join('\n')))
    .toString('latin1')
    .split('\n');
  const pairs = new Map<string, Uint8Array>();
  read.forEach((character, line) => {
    const isCharacter = character.length === 1 && character !== '\ufffd';
    const isLost = written[line] === '?' || written[line]!.length > 2;
    if (!isCharacter || !isLost || pairs.has(character)) return;
    pairs.set(character, Buffer.from(lines[line]!, 'latin1'));
  });
  return pairs;
}

function* highPairs(): Iterable<string> {
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) yield String.fromCharCode(lead, trail);
  }
}

import iconv from 'iconv-lite';
import type { Codec } from '../../core/text/document/charsets.ts';

/** The codec of an older encoding that includes ASCII and has no state; undefined for any other name. */
export function iconvCodec(name: string): Codec | undefined {
  if (!iconv.encodingExists(name)) return undefined;
  const raw: RawCodec = {
    decode: (bytes) => iconv.decode(bytes, name, { stripBOM: false }),
    encode: (text) => iconv.encode(text, name),
  };
  const encoding: unknown = iconv.getCodec(name).encodingName;
  const isJapanese = encoding === 'eucjp' || encoding === 'shiftjis';
  const { decode, encode } = isJapanese ? withPreferredPairs(raw) : raw;
  const isFused = encoding === 'big5hkscs' ? hasFusedAccent : () => false;
  const codec: Codec = {
    name,
    decode,
    encode: (text) => (isFused(text) ? undefined : checked(encode(text), text, decode)),
    byteLength: (text) => encode(text).length,
  };
  return keepsAscii(codec) ? codec : undefined;
}

type RawCodec = { decode(bytes: Uint8Array): string; encode(text: string): Uint8Array };

/** iconv-lite replaces what it cannot encode by '?' or a similar character, which only decoding reveals. */
function checked(bytes: Uint8Array, text: string, decode: RawCodec['decode']): Uint8Array | undefined {
  return decode(bytes) === text ? bytes : undefined;
}

/** Four letters of Big5 are two characters in Unicode, a letter and an accent: a cut between them would change both. */
function hasFusedAccent(text: string): boolean {
  return /[\u0304\u030c]/.test(text);
}

function keepsAscii({ decode, encode }: Codec): boolean {
  const ascii = Buffer.from(Array.from({ length: 128 }, (_, code) => code));
  const text = ascii.toString('latin1');
  return decode(ascii) === text && ascii.equals(encode(text) ?? Buffer.of());
}

/**
 * iconv-lite decodes some pairs of bytes that it does not encode: it prefers three bytes for the wave dash and others
 * of EUC-JP, and has none for the private characters of Shift_JIS. These characters are encoded as the pair.
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

/** Decodes all pairs in one text with a line for each, since tens of thousands of calls would take 50 ms. */
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

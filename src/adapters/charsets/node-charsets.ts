import { isUtf8 } from 'node:buffer';
import type { Charsets, Codec } from '../../core/text/document/charsets.ts';
import { latin1Codec, utf8Codec, utf16beCodec, utf16leCodec } from './native-codecs.ts';

/** Unicode and Latin-1 by Node itself; the others and the detector are loaded on first use. */
export const nodeCharsets: Charsets = {
  utf8: utf8Codec,
  isUtf8,
  find: findCodec,
  guess: (bytes) => guess(bytes).catch(() => undefined),
};

const nativeCodecs: Readonly<Record<string, Codec>> = {
  utf8: utf8Codec,
  utf16: utf16leCodec,
  utf16le: utf16leCodec,
  utf16be: utf16beCodec,
  latin1: latin1Codec,
  iso88591: latin1Codec,
};

const found = new Map<string, Promise<Codec | undefined>>();

function findCodec(name: string): Promise<Codec | undefined> {
  const key = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const known = found.get(key);
  if (known) return known;
  const codec = Object.hasOwn(nativeCodecs, key) ? Promise.resolve(nativeCodecs[key]) : legacyCodec(name);
  found.set(key, codec);
  return codec;
}

async function guess(bytes: Uint8Array): Promise<string | undefined> {
  return (await import('./chardetng.ts')).guessLegacyEncoding(bytes);
}

async function legacyCodec(name: string): Promise<Codec | undefined> {
  return (await import('./iconv-codec.ts')).iconvCodec(name);
}

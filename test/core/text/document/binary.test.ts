import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { deflateRawSync, gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { looksBinary } from '../../../../src/core/text/document/binary.ts';
import { foreignSources } from './foreign-sources.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const source = foreignSources.map(({ text }) => text).join('');

describe('text is not binary', () => {
  const rows = foreignSources.flatMap(({ encodings, text }) => encodings.map((name) => ({ name, text })));
  test.each(rows)('in $name', ({ name, text }) => {
    expect(looksBinary(iconv.encode(text, name))).toBe(false);
  });

  test.each([
    ['in UTF-16 without a mark', Buffer.from(source, 'utf16le')],
    ['in UTF-16 without a mark, big-endian', Buffer.from(source, 'utf16le').swap16()],
    ['minified on one long line', latin1(`var a="\xe9";${'function(b){return b+1};'.repeat(9000)}`)],
    ['a coloured log with bells', latin1('\x1b[31mERREUR\x1b[0m \x07d\xe9j\xe0 vu\x08 \r\n'.repeat(50))],
    ['with a form feed and a lone control', latin1(`d\xe9but\f\n${'texte '.repeat(40)}\x01\n`)],
    ['nothing at all', latin1('')],
  ])('%s', (_, bytes) => {
    expect(looksBinary(bytes)).toBe(false);
  });
});

describe('other data is binary', () => {
  test.each([
    ['a PNG', latin1('\x89PNG\r\n\x1a\n')],
    ['a PDF', latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj')],
    ['a ZIP', latin1('PK\x03\x04\x14\x08\x08\x08')],
    ['an MP4', latin1('\x01\x01\x01\x18ftypisom')],
    ['gzip', gzipSync(source)],
    ['raw deflate', deflateRawSync(source)],
    ['a text with a NUL', latin1('some text\0and more text')],
    ['numbers of 16 bits', Buffer.from(new Uint16Array([1, 2, 3, 500, 32, 10, 65, 66]).buffer)],
    ['numbers of 32 bits', Buffer.from(new Uint32Array([32, 65, 10, 1000, 32]).buffer)],
    ['floating-point numbers', Buffer.from(new Float32Array([1, 2.5, 3.25, 1e9, 0.1]).buffer)],
    ['UTF-32', Buffer.from(new Uint32Array([0xfeff, 104, 105, 10]).buffer)],
  ])('%s', (_, bytes) => {
    expect(looksBinary(bytes)).toBe(true);
  });

  test('a WebAssembly module, whole or from its middle', async () => {
    const url = new URL(
      '../../../../node_modules/chardetng-wasm/dist/chardetng_wasm_bg.wasm',
      import.meta.url,
    );
    const module = await readFile(url);
    expect(looksBinary(module)).toBe(true);
    expect(looksBinary(module.subarray(20_000, 60_000))).toBe(true);
  });

  test('random bytes', () => {
    for (let round = 0; round < 200; round++) expect(looksBinary(randomBytes(1000))).toBe(true);
  });
});

import { expect, test } from 'vitest';
import { imageType } from '../../../../src/core/text/document/image-type.ts';

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1');

test.each([
  ['image/png', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['image/jpeg', bytes('\xff\xd8\xff\xe0\0\x10JFIF\0')],
  ['image/gif', bytes('GIF89a\x01\0\x01\0')],
  ['image/gif', bytes('GIF87a\x01\0\x01\0')],
  ['image/webp', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
  ['image/bmp', bytes('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0')],
])('%s is detected by its first bytes', (type, image) => {
  expect(imageType(image)).toBe(type);
});

test.each([
  ['nothing', bytes('')],
  ['a sound in the container of WebP', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  ['text that begins like a bitmap', bytes('BMW builds cars; this is only text')],
  ['the first byte of a PNG', bytes('\x89')],
  ['text', bytes('GIF89 is a format')],
])('%s is no image', (_, other) => {
  expect(imageType(other)).toBeUndefined();
});

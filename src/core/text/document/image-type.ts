import { asciiBytes, hasBytes } from './byte-pattern.ts';

/** The media type of an image that models accept, by its content. */
export function imageType(bytes: Uint8Array): string | undefined {
  if (hasBytes(bytes, [0x89, ...asciiBytes('PNG\r\n\x1a\n')])) return 'image/png';
  if (hasBytes(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (hasBytes(bytes, asciiBytes('GIF87a')) || hasBytes(bytes, asciiBytes('GIF89a'))) return 'image/gif';
  if (hasBytes(bytes, asciiBytes('RIFF')) && hasBytes(bytes, asciiBytes('WEBP'), 8)) return 'image/webp';
  return isBitmap(bytes) ? 'image/bmp' : undefined;
}

const bitmapHeaderSizes = new Set([12, 40, 52, 56, 64, 108, 124]);

/** Many texts begin with "BM", so the size of the header must be a valid one. */
function isBitmap(bytes: Uint8Array): boolean {
  return (
    hasBytes(bytes, asciiBytes('BM')) &&
    hasBytes(bytes, [0, 0, 0], 15) &&
    bitmapHeaderSizes.has(bytes[14] ?? 0)
  );
}

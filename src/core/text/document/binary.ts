import { asciiBytes, hasBytes } from './byte-pattern.ts';
import { imageType } from './image-type.ts';
import { utf16Order } from './utf16.ts';

/** Whether bytes that are not valid UTF-8 are no text in an older encoding either. */
export function looksBinary(bytes: Uint8Array): boolean {
  if (startsLikeBinary(bytes)) return true;
  if (bytes.includes(0)) return utf16Order(bytes) === undefined;
  return controlCount(bytes) > bytes.length * maxControlShare;
}

// A tenth of compressed data are such bytes; text in any encoding has almost none.
const maxControlShare = 0.03;

const signatures: readonly (readonly number[])[] = [
  asciiBytes('%PDF-'),
  asciiBytes('PK\x03\x04'),
  asciiBytes('PK\x05\x06'),
  [0x1f, 0x8b, 0x08], // gzip
  asciiBytes('BZh'),
  [0xfd, ...asciiBytes('7zXZ\0')],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], // 7z
  [0x28, 0xb5, 0x2f, 0xfd], // Zstandard
  [0x04, 0x22, 0x4d, 0x18], // LZ4
  asciiBytes('Rar!\x1a\x07'),
  asciiBytes('\x7fELF'),
  [0xfe, 0xed, 0xfa, 0xce], // Mach-O, both widths and byte orders
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe], // Java class, universal Mach-O
  asciiBytes('\0asm'),
  asciiBytes('SQLite format 3\0'),
  asciiBytes('OggS'),
  asciiBytes('fLaC'),
  asciiBytes('ID3\x03'),
  asciiBytes('ID3\x04'),
  asciiBytes('wOFF'),
  asciiBytes('wOF2'),
  asciiBytes('OTTO\0'),
];

function startsLikeBinary(bytes: Uint8Array): boolean {
  return (
    signatures.some((signature) => hasBytes(bytes, signature)) ||
    hasBytes(bytes, asciiBytes('ftyp'), 4) ||
    imageType(bytes) !== undefined
  );
}

function controlCount(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (isControl(byte)) count++;
  return count;
}

/** Except bell to carriage return, and escape, which are usual in logs of terminals. */
function isControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && byte !== 0x1b && (byte < 0x07 || byte > 0x0d));
}

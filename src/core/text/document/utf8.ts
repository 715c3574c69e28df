const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strictDecoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** Invalid bytes decode to U+FFFD; a byte order mark is kept. */
export const utf8 = {
  encode: (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text),
  decode: (bytes: Uint8Array): string => decoder.decode(bytes),
  /** Undefined for invalid bytes. */
  decodeStrict(bytes: Uint8Array): string | undefined {
    try {
      return strictDecoder.decode(bytes);
    } catch {
      return undefined;
    }
  },
};

/** Bytes as a string with one character for each byte. */
export function binaryString(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return binary;
}

/** The text of a string with one character for each byte. */
export function decodeBinary(binary: string): string {
  return utf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

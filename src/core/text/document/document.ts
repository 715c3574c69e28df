import type { Encoding } from './encodings.ts';
import { encodeNewText } from './new-text.ts';

/** A file as bytes and as text: the text exactly as stored, without the byte order mark. */
export type Document = { readonly bytes: Uint8Array; readonly text: string; readonly encoding: Encoding };

export function decodeDocument(bytes: Uint8Array, encoding: Encoding): Document {
  return { bytes, text: encoding.codec.decode(bytes.subarray(encoding.bom.length)), encoding };
}

/** The bytes of a new file in this encoding, byte order mark included. */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  const encoded = encodeNewText(text, encoding, { text, offset: 0 });
  const bytes = new Uint8Array(encoding.bom.length + encoded.length);
  bytes.set(encoding.bom);
  bytes.set(encoded, encoding.bom.length);
  return bytes;
}

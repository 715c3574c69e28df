import type { Codec } from './charsets.ts';

/** The encoding of a file. If it is not certain, the text has one character for each byte. */
export type Encoding = { readonly codec: Codec; readonly bom: Uint8Array; readonly certain: boolean };

/** A file as bytes and as text: the text exactly as stored, without the byte order mark. */
export type Document = { readonly bytes: Uint8Array; readonly text: string; readonly encoding: Encoding };

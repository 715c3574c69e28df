/**
 * Converts bytes to text and back, without state: the bytes of two joined texts are their joined bytes, unless a
 * surrogate pair is cut. Invalid bytes decode to U+FFFD. `encode` returns undefined if a character cannot be encoded.
 */
export type Codec = {
  readonly name: string;
  decode(bytes: Uint8Array): string;
  encode(text: string): Uint8Array | undefined;
  /** The number of bytes that `encode` would return, if it can be computed faster. */
  byteLength?(text: string): number;
};

/** The encodings of the platform; large tables are loaded on first use. */
export type Charsets = {
  readonly utf8: Codec;
  isUtf8(bytes: Uint8Array): boolean;
  /** The codec with this name (`windows-1252`, `Shift_JIS`, `utf-16le` …), or undefined if it is unknown. */
  find(name: string): Promise<Codec | undefined>;
  /** The most probable legacy encoding of bytes that are neither UTF-8 nor UTF-16. */
  guess(bytes: Uint8Array): Promise<string | undefined>;
};

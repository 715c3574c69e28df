/**
 * Turns bytes into text and back, character by character and without state: the bytes of two texts are those of
 * their join, as long as no surrogate pair is cut. Bytes that mean nothing decode to U+FFFD. `encode` gives
 * undefined when a character has no bytes in this encoding.
 */
export type Codec = {
  readonly name: string;
  decode(bytes: Uint8Array): string;
  encode(text: string): Uint8Array | undefined;
  /** How many bytes `encode` would give, for codecs that know it without making them. */
  byteLength?(text: string): number;
};

/** The encodings that the platform knows; heavy ones load when they are first asked for. */
export type Charsets = {
  readonly utf8: Codec;
  isUtf8(bytes: Uint8Array): boolean;
  /** The codec of that name (`windows-1252`, `Shift_JIS`, `utf-16le` …), or undefined if it is not known. */
  find(name: string): Promise<Codec | undefined>;
  /** The most probable legacy encoding of bytes that are neither UTF-8 nor UTF-16. */
  guess(bytes: Uint8Array): Promise<string | undefined>;
};

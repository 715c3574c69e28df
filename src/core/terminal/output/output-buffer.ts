/** What a command printed since it was last looked at. */
export type NewOutput =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'ends';
      readonly head: Uint8Array;
      readonly tail: Uint8Array;
      readonly omittedBytes: number;
    };

export type BufferSize = { readonly recentBytes: number; readonly headBytes: number };

/** Keeps the end of an output of any length, and the beginning of what has not been shown yet. */
export class OutputBuffer {
  readonly #size: BufferSize;
  #ring: Uint8Array;
  #head: Uint8Array = new Uint8Array(0);
  #total = 0;
  #seen = 0;

  constructor(size: BufferSize) {
    this.#size = size;
    this.#ring = new Uint8Array(Math.min(4096, size.recentBytes));
  }

  /** All bytes that were ever appended. */
  get total(): number {
    return this.#total;
  }

  append(bytes: Uint8Array): void {
    const unseen = this.#total - this.#seen;
    if (unseen + bytes.length > this.#size.recentBytes && this.#head.length === 0) this.#keepHead(bytes);
    this.#grow(bytes.length);
    const { length } = this.#ring;
    this.#write(bytes.length > length ? bytes.subarray(bytes.length - length) : bytes, bytes.length);
  }

  /** What came since the last call. */
  takeNew(): NewOutput {
    const fresh = this.#fresh();
    this.#seen = this.#total;
    this.#head = new Uint8Array(0);
    return fresh;
  }

  /** What the next `takeNew` gives, as far as it is kept. */
  unseen(): Uint8Array {
    return this.#last(Math.min(this.#total - this.#seen, this.#ring.length));
  }

  /** The last bytes, as many as are kept. */
  recent(): Uint8Array {
    return this.#last(Math.min(this.#total, this.#ring.length));
  }

  /** The unseen part no longer fits with these bytes: its beginning is kept before it is overwritten. */
  #keepHead(coming: Uint8Array): void {
    const unseen = this.#last(this.#total - this.#seen);
    const kept = new Uint8Array(Math.min(this.#size.headBytes, unseen.length + coming.length));
    kept.set(unseen.subarray(0, kept.length));
    if (unseen.length < kept.length) kept.set(coming.subarray(0, kept.length - unseen.length), unseen.length);
    this.#head = kept;
  }

  #grow(coming: number): void {
    const { recentBytes } = this.#size;
    const needed = this.#total + coming;
    if (this.#ring.length === recentBytes || needed <= this.#ring.length) return;
    const larger = new Uint8Array(Math.min(recentBytes, Math.max(this.#ring.length * 4, needed)));
    larger.set(this.#last(this.#total));
    this.#ring = larger;
  }

  #write(bytes: Uint8Array, length: number): void {
    const at = (this.#total + length - bytes.length) % this.#ring.length;
    const fitting = Math.min(bytes.length, this.#ring.length - at);
    this.#ring.set(bytes.subarray(0, fitting), at);
    this.#ring.set(bytes.subarray(fitting), 0);
    this.#total += length;
  }

  #fresh(): NewOutput {
    const count = this.#total - this.#seen;
    if (count <= this.#ring.length) return { kind: 'whole', bytes: this.#last(count) };
    const head = this.#head;
    const tail = this.#last(Math.min(this.#ring.length >> 1, count - head.length));
    return { kind: 'ends', head, tail, omittedBytes: count - head.length - tail.length };
  }

  #last(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    const from = (this.#total - count) % this.#ring.length;
    const first = Math.min(count, this.#ring.length - from);
    bytes.set(this.#ring.subarray(from, from + first));
    bytes.set(this.#ring.subarray(0, count - first), first);
    return bytes;
  }
}

/** What a command printed since it was last looked at. */
export type NewOutput =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'ends';
      readonly head: Uint8Array;
      readonly tail: Uint8Array;
      readonly omittedBytes: number;
    };

export type OutputBuffer = {
  append(bytes: Uint8Array): void;
  /** All bytes that were ever appended. */
  readonly total: number;
  /** What came since the last call. */
  takeNew(): NewOutput;
  /** The last bytes, as many as are kept. */
  recent(): Uint8Array;
};

export type BufferSize = { readonly recentBytes: number; readonly headBytes: number };

/** Keeps the end of an output of any length, and the beginning of what has not been shown yet. */
export function createOutputBuffer({ recentBytes, headBytes }: BufferSize): OutputBuffer {
  let ring = new Uint8Array(Math.min(4096, recentBytes));
  let head = new Uint8Array(0);
  let total = 0;
  let seen = 0;

  return {
    get total() {
      return total;
    },
    append(bytes) {
      if (total - seen + bytes.length > recentBytes && head.length === 0) keepHead(bytes);
      grow(bytes.length);
      write(bytes.length > ring.length ? bytes.subarray(bytes.length - ring.length) : bytes, bytes.length);
    },
    takeNew() {
      const fresh = takeFresh();
      seen = total;
      head = new Uint8Array(0);
      return fresh;
    },
    recent: () => last(Math.min(total, ring.length)),
  };

  /** The unseen part no longer fits with these bytes: its beginning is kept before it is overwritten. */
  function keepHead(coming: Uint8Array): void {
    const unseen = last(total - seen);
    const kept = new Uint8Array(Math.min(headBytes, unseen.length + coming.length));
    kept.set(unseen.subarray(0, kept.length));
    if (unseen.length < kept.length) kept.set(coming.subarray(0, kept.length - unseen.length), unseen.length);
    head = kept;
  }

  function grow(coming: number): void {
    if (ring.length === recentBytes || total + coming <= ring.length) return;
    const larger = new Uint8Array(Math.min(recentBytes, Math.max(ring.length * 4, total + coming)));
    larger.set(last(total));
    ring = larger;
  }

  function write(bytes: Uint8Array, length: number): void {
    const at = (total + length - bytes.length) % ring.length;
    const fitting = Math.min(bytes.length, ring.length - at);
    ring.set(bytes.subarray(0, fitting), at);
    ring.set(bytes.subarray(fitting), 0);
    total += length;
  }

  function takeFresh(): NewOutput {
    const fresh = total - seen;
    if (fresh <= ring.length) return { kind: 'whole', bytes: last(fresh) };
    const tail = last(Math.min(ring.length >> 1, fresh - head.length));
    return { kind: 'ends', head, tail, omittedBytes: fresh - head.length - tail.length };
  }

  function last(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    const from = (total - count) % ring.length;
    const first = Math.min(count, ring.length - from);
    bytes.set(ring.subarray(from, from + first));
    bytes.set(ring.subarray(0, count - first), first);
    return bytes;
  }
}

/** A generator of its own for each key, so that one case does not depend on which others were made. */
export function createRandom(...key) {
  let state = hash(key.join('\u0000'));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count) => Math.floor(next() * count);
  const pick = (items) => items[below(items.length)];
  return { next, below, pick, chance: (share) => next() < share, shuffle: (items) => shuffled(items, below) };
}

function shuffled(items, below) {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [copy[last], copy[other]] = [copy[other], copy[last]];
  }
  return copy;
}

function hash(text) {
  let value = 2166136261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  return value >>> 0;
}

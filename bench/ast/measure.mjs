import { join } from 'node:path';
import { compareTrees, copyTree } from './trees.mjs';

/** Both rewrite the same tree by turns, so that neither has the quieter machine. */
export async function measureDry(one, tree, { astGrep, corvid }, rounds) {
  const times = { astGrep: [], first: [], later: [] };
  let head = '';
  for (let round = 0; round < rounds; round++) {
    const session = await corvid.session();
    try {
      times.astGrep.push(await astGrep.dry(one, tree));
      const first = await session.dry(one, tree);
      times.first.push(first.wallMs);
      times.astGrep.push(await astGrep.dry(one, tree));
      times.later.push((await session.dry(one, tree)).wallMs);
      head = first.head;
    } finally {
      await session.close();
    }
  }
  return { ...medians(times), head };
}

/** Each writes into a copy of its own; Corvid also waits for the disk and remembers how to undo. */
export async function measureWriting(one, original, folder, { astGrep, corvid }, rounds) {
  const [theirs, ours] = [join(folder, 'theirs'), join(folder, 'ours')];
  const times = { astGrep: [], first: [] };
  for (let round = 0; round < rounds; round++) {
    await Promise.all([copyTree(original, theirs), copyTree(original, ours)]);
    const session = await corvid.session();
    try {
      times.astGrep.push(await astGrep.write(one, theirs));
      times.first.push((await session.write(one, ours)).wallMs);
    } finally {
      await session.close();
    }
  }
  return { ...medians(times), result: await compareTrees(original, theirs, ours) };
}

function medians(times) {
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

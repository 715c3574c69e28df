import { join } from 'node:path';
import { summarise } from '../samples.mjs';
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

/** Of each, and Corvid's divided by those of ast-grep. */
function medians(times) {
  const middle = Object.fromEntries(
    Object.entries(times).map(([name, all]) => [name, summarise(all).median]),
  );
  const corvid = Object.keys(middle).filter((name) => name !== 'astGrep');
  return {
    ...middle,
    ratios: Object.fromEntries(corvid.map((name) => [name, middle[name] / middle.astGrep])),
  };
}

import { casesOf } from '../matching/cases.mjs';
import { loadEdits } from '../matching/corpus/edits.mjs';
import { groupOf } from '../matching/counts.mjs';
import { MISTAKES } from '../matching/mistakes/index.mjs';

/**
 * Some cases of each class, the same for every tool, as `{ name, group, seed, cases }`; further seeds only where the
 * first has too few of a class.
 */
export async function drawCases({ seeds, calls }) {
  const left = new Map(MISTAKES.map(({ name }) => [name, calls]));
  const parts = [];
  for (const seed of seeds) {
    const { edits } = await loadEdits('report', seed);
    for (const mistake of MISTAKES) {
      const { name } = mistake;
      const cases = casesOf(mistake, edits, { seed, calls: left.get(name) });
      left.set(name, left.get(name) - cases.length);
      if (cases.length > 0) parts.push({ name, group: groupOf(cases[0], 'read'), seed, cases });
    }
  }
  return parts;
}

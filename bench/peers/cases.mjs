import { casesOf } from '../matching/cases.mjs';
import { loadEdits } from '../matching/corpus/edits.mjs';
import { groupOf } from '../matching/counts.mjs';
import { MISTAKES } from '../matching/mistakes/index.mjs';

/** Some cases of each class, the same for every tool; further seeds only where the first has too few of a class. */
export async function drawCases({ seeds, calls }) {
  const found = new Map(MISTAKES.map(({ name }) => [name, []]));
  for (const seed of seeds) {
    const { edits } = await loadEdits('report', seed);
    for (const mistake of MISTAKES) {
      const cases = found.get(mistake.name);
      cases.push(...casesOf(mistake, edits, { seed, calls: calls - cases.length }));
    }
  }
  return [...found.values()].flat().map((one) => ({ ...one, group: groupOf(one, 'read') }));
}

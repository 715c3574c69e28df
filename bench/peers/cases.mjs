import { casesOf } from '../matching/cases.mjs';
import { loadEdits } from '../matching/corpus/edits.mjs';
import { MISTAKES } from '../matching/mistakes/index.mjs';

/**
 * What is right in these depends on what a tool has shown before, or on a change since then, and only Corvid
 * keeps account of that: the same call is to be accepted in one of them and to be refused in the other.
 */
const DEPEND_ON_WHAT_WAS_SHOWN = [
  'context-changed-since',
  'typo-in-shown-target',
  'typo-in-unseen-target',
  'elided-in-old-all-shown',
  'elided-in-old-unseen',
  'target-changed-since',
];

/** Some cases of each class, the same for every tool. */
export async function drawCases({ seed, limit }) {
  const edits = await loadEdits('report', seed);
  return MISTAKES.filter(({ name }) => !DEPEND_ON_WHAT_WAS_SHOWN.includes(name)).flatMap((mistake) =>
    casesOf(mistake, edits, { seed, limit }).map((one) => ({ ...one, group: mistake.group })),
  );
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { squeeze } from '../matching/call.mjs';

/** Gives every case to the tool: for each `{ verdict, final, message }`, in their order. */
export async function measureCases(session, cases, root) {
  const calls = cases.map((one, at) => ({
    path: join(root, one.class, String(at), basename(one.source)),
    old: one.old,
    new: one.new,
  }));
  await Promise.all(calls.map(({ path }, at) => write(path, cases[at].disk)));
  const messages = await session.edits(calls);
  await session.edits(calls.filter((_, at) => cases[at].expects === 'once'));
  return Promise.all(
    cases.map(async (one, at) => {
      const final = await readFile(calls[at].path);
      return { verdict: judge(one, final), final: final.toString(), message: messages[at] };
    }),
  );
}

async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/**
 * By the bytes on disk: `right`, `refused` (unchanged where an edit was due) or `wrong`. Where the call is to be
 * refused, an unchanged file is right; so is the edit where either would do, or where the call was sent twice.
 */
function judge({ expects, disk, expected }, final) {
  const isUnchanged = final.equals(Buffer.from(disk));
  const isExpected = final.equals(Buffer.from(expected));
  if (expects === 'edit') return isExpected ? 'right' : isUnchanged ? 'refused' : 'wrong';
  return isUnchanged || (expects !== 'refusal' && isExpected) ? 'right' : 'wrong';
}

/** Counts by class. `wrongInBlanks`: those of the wrong that are right but for blanks, line ends and blank lines. */
export function tallyByClass(cases, outcomes) {
  const counts = new Map();
  cases.forEach((one, at) => {
    const tally = counts.get(one.class) ?? { n: 0, right: 0, wrong: 0, refused: 0, wrongInBlanks: 0 };
    const { verdict, final } = outcomes[at];
    tally.n++;
    tally[verdict]++;
    if (verdict === 'wrong' && one.expects === 'edit' && squeeze(final) === squeeze(one.expected))
      tally.wrongInBlanks++;
    counts.set(one.class, tally);
  });
  return counts;
}

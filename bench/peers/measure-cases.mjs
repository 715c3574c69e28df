import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { judge } from '../matching/judge.mjs';

/** Gives every case to the tool, the file read before: for each `{ verdict, harmful, final, message }`, in their order. */
export async function measureCases(session, { cases, seed }, root) {
  const paths = cases.map((one, at) => join(root, `${one.class}-${seed}`, String(at), basename(one.source)));
  await Promise.all(cases.map((one, at) => write(paths[at], one.seen)));
  const steps = cases.map((one) => (session.takesLists ? one.calls : one.calls.flatMap(oneByOne)));
  const messages = cases.map(() => []);
  for (let step = 0; ; step++) {
    const due = [...cases.keys()].filter((at) => steps[at][step]);
    if (due.length === 0) break;
    const said = await session.edits(due.map((at) => callOf(cases[at], paths[at], steps[at], step)));
    for (const [index, at] of due.entries()) messages[at].push(said[index]);
  }
  return Promise.all(
    cases.map(async (one, at) => {
      const final = (await readFile(paths[at])).toString();
      return {
        ...judge(one, 'read', { final, lenient: true }),
        final,
        message: messages[at].join('\n---\n'),
      };
    }),
  );
}

/** A list of edits as calls of their own, for tools that take one at a time. */
function oneByOne(call) {
  return call.edits ?? [call];
}

/** The first call of a case has lines to read before it; the file becomes what it is at the edit after that. */
function callOf(one, path, steps, step) {
  if (step > 0) return { path, ...steps[step] };
  const settle = () => (one.seen === one.disk ? undefined : writeFile(path, one.disk));
  return { path, ...steps[0], window: one.window, settle };
}

async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

export function tally(outcomes) {
  const counts = { n: outcomes.length, right: 0, wrong: 0, harmful: 0, refused: 0 };
  for (const { verdict, harmful } of outcomes) {
    counts[verdict]++;
    if (harmful) counts.harmful++;
  }
  return counts;
}

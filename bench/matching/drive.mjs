import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../workshop.mjs';
import { judge } from './judge.mjs';

const BATCH = 1000;
const AT_ONCE = 4;
/** In memory where there is such a folder: the disk is not what is measured here. */
const MEMORY = '/dev/shm';

/** A build of the library, with the calls by which it reads and edits. */
export async function loadLibrary(entry) {
  const { openWorkspace, callTool } = await import(pathToFileURL(entry).href);
  return {
    openWorkspace,
    edit: (workspace, path, call, more) =>
      callTool(workspace, 'edit_file', { path, ...argumentsOf(call), ...more }),
    read: (workspace, path, [start_line, end_line]) =>
      callTool(workspace, 'file_read', { path, start_line, end_line }),
    folder: temporaryFolder('corvid-matching-', existsSync(MEMORY) ? MEMORY : undefined),
  };
}

function argumentsOf({ edits, ...one }) {
  return edits ? { edits: edits.map(argumentsOf) } : { old_string: one.old, new_string: one.new };
}

/** Runs the cases: for each `{ verdict, harmful, final, message, ms }`, in their order. */
export async function runCases(library, cases, column) {
  const outcomes = [];
  for (let at = 0; at < cases.length; at += BATCH) {
    outcomes.push(...(await runBatch(library, cases.slice(at, at + BATCH), column)));
  }
  return outcomes;
}

/** A workspace of its own for some cases, so that what it remembers stays small. */
async function runBatch(library, cases, { policy, mode }) {
  const folder = await mkdtemp(join(library.folder, 'batch-'));
  const roots = [join(folder, 'files')];
  const workspace = library.openWorkspace({
    roots,
    stateDirectory: join(folder, 'state'),
    matching: policy,
  });
  const outcomes = new Array(cases.length);
  let next = 0;
  const work = async () => {
    for (let at = next++; at < cases.length; at = next++) {
      outcomes[at] = await runCase(library, workspace, cases[at], mode, join(roots[0], String(at)));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await workspace.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  return outcomes;
}

async function runCase(library, workspace, one, mode, folder) {
  await mkdir(folder, { recursive: true });
  const path = join(folder, basename(one.source));
  if (mode === 'read') await show(library, workspace, path, one);
  await writeFile(path, one.disk);
  const startedAt = performance.now();
  const answers = [];
  for (const call of one.calls) answers.push(await library.edit(workspace, path, call));
  const ms = performance.now() - startedAt;
  const final = await readFile(path, 'utf8');
  const claimsSuccess = answers.every(({ ok }) => ok);
  const message = answers.map(messageOf).join('\n---\n');
  return { ...judge(one, mode, { final, claimsSuccess }), final, ms, message };
}

async function show(library, workspace, path, one) {
  await writeFile(path, one.seen);
  const answer = await library.read(workspace, path, one.window);
  if (!answer.ok && one.seen !== '') throw new Error(`${one.id} could not be read: ${messageOf(answer)}`);
}

function messageOf(answer) {
  return answer.text ?? answer.error?.message ?? JSON.stringify(answer);
}

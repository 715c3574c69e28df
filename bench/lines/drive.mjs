import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../workshop.mjs';

const BATCH = 200;

export async function loadLibrary(entry) {
  const library = await import(pathToFileURL(entry).href);
  return { ...library, folder: temporaryFolder('corvid-lines-') };
}

/** Sends each case through the tool, which does not check the syntax here: `{ one, final, message, ms }`. */
export async function runCases(library, cases) {
  const outcomes = [];
  for (let at = 0; at < cases.length; at += BATCH) {
    outcomes.push(...(await runBatch(library, cases.slice(at, at + BATCH))));
  }
  return outcomes;
}

async function runBatch(library, cases) {
  const folder = await mkdtemp(join(library.folder, 'batch-'));
  const roots = [join(folder, 'files')];
  const workspace = library.openWorkspace({ roots, stateDirectory: join(folder, 'state'), syntax: 'off' });
  const outcomes = [];
  try {
    for (const [at, one] of cases.entries())
      outcomes.push(await runCase(library, workspace, one, join(roots[0], String(at))));
  } finally {
    await workspace.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  return outcomes;
}

async function runCase({ callTool }, workspace, one, folder) {
  await mkdir(folder, { recursive: true });
  const path = join(folder, basename(one.path));
  await writeFile(path, one.disk);
  const startedAt = performance.now();
  const answer = await callTool(workspace, 'edit_lines', { path, ...one.input });
  const ms = performance.now() - startedAt;
  const final = await readFile(path, 'utf8');
  return { one, final, isRight: answer.ok && final === one.expected, ms, message: answer.text };
}

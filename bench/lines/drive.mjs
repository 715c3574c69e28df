import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../workshop.mjs';

/** The library with one workspace for all cases: its parsers start once. */
export async function openLibrary(entry) {
  const { openWorkspace, callTool } = await import(pathToFileURL(entry).href);
  const folder = temporaryFolder('corvid-lines-');
  const files = join(folder, 'files');
  const workspace = openWorkspace({ roots: [files], stateDirectory: join(folder, 'state') });
  return { callTool, workspace, files };
}

/** Sends each case through the tool: `{ one, final, isRight, isRefused, message, ms }`. */
export async function runCases(library, cases) {
  const outcomes = [];
  for (const one of cases) outcomes.push(await runCase(library, one));
  return outcomes;
}

let count = 0;

async function runCase({ callTool, workspace, files }, one) {
  const folder = join(files, String(count++));
  await mkdir(folder, { recursive: true });
  const path = join(folder, basename(one.path));
  await writeFile(path, one.disk);
  const startedAt = performance.now();
  const answer = await callTool(workspace, 'edit_lines', { path, ...one.input });
  const ms = performance.now() - startedAt;
  const final = await readFile(path, 'utf8');
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const isRight = answer.ok && final === one.expected;
  const isRefused = !isRight && final === one.disk;
  return { one, final, isRight, isRefused, ms, message: answer.text };
}

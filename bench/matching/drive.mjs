import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../workshop.mjs';

const BATCH = 120;
const AT_ONCE = 6;

/** A build of the library, with the call by which it edits. */
export async function loadLibrary(entry) {
  const { openWorkspace, callTool, listTools } = await import(pathToFileURL(entry).href);
  const hasEditFile = listTools().some(({ name }) => name === 'edit_file');
  const edit = (workspace, path, one) =>
    hasEditFile
      ? callTool(workspace, 'edit_file', { path, old_string: one.old, new_string: one.new })
      : callTool(workspace, 'file_editor', {
          command: 'str_replace',
          path,
          old_str: one.old,
          new_str: one.new,
        });
  const read = (workspace, path, [start_line, end_line]) =>
    callTool(workspace, 'file_read', { path, start_line, end_line });
  return { openWorkspace, edit, read, hasEditFile, folder: temporaryFolder('corvid-matching-') };
}

/** Runs the cases under a policy: for each `{ verdict, final, message }`, in their order. */
export async function runCases(library, cases, policy) {
  const outcomes = [];
  for (let at = 0; at < cases.length; at += BATCH) {
    outcomes.push(...(await runBatch(library, cases.slice(at, at + BATCH), policy)));
  }
  return outcomes;
}

/** A workspace of its own for some cases, so that what it remembers stays small. */
async function runBatch(library, cases, policy) {
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
      outcomes[at] = await runCase(library, workspace, cases[at], join(roots[0], String(at)));
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

async function runCase(library, workspace, one, folder) {
  await mkdir(folder, { recursive: true });
  const path = join(folder, basename(one.source));
  if (one.seen !== undefined) await show(library, workspace, path, one);
  await writeFile(path, one.disk);
  const startedAt = performance.now();
  const answer = await library.edit(workspace, path, one);
  const ms = performance.now() - startedAt;
  if (one.expects === 'once') await library.edit(workspace, path, one);
  const final = await readFile(path, 'utf8');
  return { verdict: judge(one, final), final, ms, message: messageOf(answer) };
}

async function show(library, workspace, path, one) {
  await writeFile(path, one.seen);
  const answer = await library.read(workspace, path, one.window);
  if (!answer.ok) throw new Error(`${one.id} could not be read: ${messageOf(answer)}`);
}

function judge({ expects, disk, expected }, final) {
  if (expects === 'edit') return final === expected ? 'right' : final === disk ? 'refused' : 'wrong';
  if (final === disk) return 'right';
  return expects !== 'refusal' && final === expected ? 'right' : 'wrong';
}

function messageOf(answer) {
  return answer.text ?? answer.error?.message ?? JSON.stringify(answer);
}

import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Answer, Content, Desk, FileStory, Operation, Past } from './operations.ts';
import { contentOf, MODE, modeOf, pathIn } from './operations.ts';

// What must hold after a fault.

export type State = 'old' | 'new' | 'other';

export type Findings = { readonly states: readonly State[]; readonly problems: readonly string[] };

/** Looks at everything and uses it; an answer is missing if the process was killed. */
export async function examine(
  operation: Operation,
  desk: Desk,
  answer: Answer | undefined,
): Promise<Findings> {
  const states: State[] = [];
  const problems: string[] = [];
  for (const file of operation.files) states.push(await stateOf(desk.folder, file, problems));
  problems.push(...untrue(operation, desk.folder, answer, states));
  for (const [i, file] of operation.files.entries()) {
    if (states[i] === 'other') continue;
    const found = await goOn(desk, file, states[i]!, answer).catch((error: Error) => [
      `threw ${error.stack}`,
    ]);
    problems.push(...found.map((problem) => `${file.name}: ${problem}`));
  }
  const names = await readdir(desk.folder, { recursive: true });
  const strays = names.filter((name) => basename(name).startsWith('.corvid-'));
  if (strays.length > 0) problems.push(`temporary files stay: ${strays.join(', ')}`);
  const locks = names.filter((name) => name.endsWith('.lock'));
  if (locks.length > 0) problems.push(`locks stay: ${locks.join(', ')}`);
  return { states, problems };
}

async function stateOf(folder: string, file: FileStory, problems: string[]): Promise<State> {
  const content = await contentOf(folder, file.name);
  const state = content === file.new ? 'new' : content === file.old ? 'old' : 'other';
  if (state === 'other') problems.push(`${file.name} holds something else: ${content?.slice(0, 100)}`);
  const mustKeepMode = content !== null && file.old !== null;
  if (mustKeepMode && (await modeOf(folder, file.name)) !== MODE) problems.push(`${file.name}: another mode`);
  return state;
}

/** What the answer says that is not so. */
function untrue(
  { files }: Operation,
  folder: string,
  answer: Answer | undefined,
  states: readonly State[],
): string[] {
  if (!answer) return [];
  return files.flatMap(({ name }, i) => {
    const isStuck = answer.stuck?.includes(pathIn(folder, name)) ?? false;
    const told: State = answer.ok || isStuck ? 'new' : 'old';
    return states[i] === told ? [] : [`${name} is ${states[i]} although the answer says ${told}`];
  });
}

/** Everything works as if nothing had happened: the log, another edit, and both ways back. */
async function goOn(
  desk: Desk,
  file: FileStory,
  state: State,
  answer: Answer | undefined,
): Promise<string[]> {
  const problems: string[] = [];
  const path = pathIn(desk.folder, file.name);
  const standing = state === 'new' ? file.new : file.old;
  const now = () => contentOf(desk.folder, file.name);
  await desk.workspace.log();
  await desk.workspace.log({ path });
  const line = 'one more line\n';
  const next = await desk.call(
    standing === null
      ? { command: 'create', path, file_text: line }
      : { command: 'insert', path, insert_line: 0, new_str: line },
  );
  if (!next.ok) problems.push(`the next edit fails: ${next.text}`);
  else if ((await now()) !== line + (standing ?? '')) problems.push('the next edit gives something else');
  const back = await desk.call({ command: 'undo_edit', path });
  if (!back.ok) problems.push(`the next undo fails: ${back.text}`);
  else if ((await now()) !== standing) problems.push('the next undo gives something else');
  const past = state === 'new' ? file.pastOfNew : file.pastOfOld;
  const further = await desk.call({ command: 'undo_edit', path });
  return [...problems, ...badPast(further, await now(), standing, past, canBeLost(answer))];
}

/** An edit that said so cannot be undone. */
function canBeLost(answer: Answer | undefined): boolean {
  return answer?.ok === true && (answer.text === '' || answer.text.includes('This edit cannot be undone'));
}

function badPast(
  undo: Answer,
  content: Content,
  standing: Content,
  past: Past,
  mayBeLost: boolean,
): string[] {
  if (undo.ok) return past.includes(content) ? [] : [`undo gives something else: ${content?.slice(0, 80)}`];
  if (content !== standing) return [`a refused undo changed the file: ${undo.text}`];
  if (undo.name === 'NO_HISTORY' && (mayBeLost || past.includes('no history'))) return [];
  if (undo.name === 'FILE_CHANGED' && mayBeLost) return [];
  return [`undo is refused: ${undo.text}`];
}

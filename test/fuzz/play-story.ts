import { readFile } from 'node:fs/promises';
import { isHarmless } from './harmless-commands.ts';
import type { Call, SensibleEdit, Story } from './stories.ts';

export type Reply = {
  readonly text: string;
  readonly failed: boolean;
  readonly data: Record<string, unknown>;
};

export type Caller = (call: Call) => Promise<Reply>;

export async function playStory(story: Story, call: Caller): Promise<void> {
  if (story.kind === 'edit') return playEdit(story.edit, call);
  if (story.kind === 'dialogue') return playDialogue(story.terminal, story.lines, call);
  if (story.together) await Promise.all(story.calls.map(call));
  else for (const one of story.calls) await call(one);
}

/** Reads, edits what it read, perhaps takes it back; a refusal and an undo leave every byte as it was. */
async function playEdit(edit: SensibleEdit, call: Caller): Promise<void> {
  const { path } = edit;
  const page = await call({ tool: 'file_read', input: { path, start_line: startOf(edit) } });
  if (page.failed) return void (await call(creation(edit)));
  const lines = linesOf(page.text).slice(0, edit.count);
  if (lines.length === 0) return;
  const before = await readFile(path);
  const edited = await call(editCall(edit, startOf(edit), lines));
  if (edited.failed) return expectSame(path, before, `a refused ${edit.way}`);
  if (!edit.undo || edited.data.already_applied === true) return;
  const undone = await call({ tool: 'file_editor', input: { command: 'undo_edit', path } });
  if (undone.failed) throw new Error(`The edit of ${path} could not be undone: ${undone.text}`);
  await expectSame(path, before, `${edit.way} and undo`);
}

/** Most fixtures are short. */
function startOf({ path, line }: SensibleEdit): number {
  if (path.endsWith('/long.txt')) return line;
  return path.endsWith('/plain.txt') || path.endsWith('/crlf.txt')
    ? ((line - 1) % 20) + 1
    : ((line - 1) % 3) + 1;
}

function creation({ path, newText }: SensibleEdit): Call {
  return { tool: 'file_editor', input: { command: 'create', path, file_text: `one\ntwo\n${newText}\n` } };
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => /^ *\d+: (.*)$/s.exec(line)?.[1] ?? []);
}

function editCall({ path, newText, way }: SensibleEdit, start_line: number, lines: readonly string[]): Call {
  const old = lines.join('\n');
  const end_line = start_line + lines.length - 1;
  switch (way) {
    case 'str_replace':
      return { tool: 'file_editor', input: { command: way, path, old_str: old, new_str: newText } };
    case 'insert':
      return {
        tool: 'file_editor',
        input: { command: way, path, insert_line: start_line, new_str: newText },
      };
    case 'edit_file':
      return { tool: way, input: { path, old_string: old, new_string: newText } };
    case 'edits':
      return { tool: 'edit_file', input: { path, edits: [{ old_string: old, new_string: newText }] } };
    case 'edit_text_file':
      return { tool: way, input: { path, old_string: old, new_string: newText } };
    case 'edit':
      return { tool: way, input: { path, pattern: old, rewrite: newText } };
    case 'put':
      return {
        tool: 'edit_lines',
        input: { command: 'insert', path, insert_line: start_line, new_content: newText },
      };
    case 'replace':
      return {
        tool: 'edit_lines',
        input: { command: way, path, start_line, end_line, new_content: newText },
      };
    default:
      return { tool: 'edit_lines', input: { command: way, path, start_line, end_line } };
  }
}

async function expectSame(path: string, before: Buffer, what: string): Promise<void> {
  if (!before.equals(await readFile(path))) throw new Error(`${what} did not leave ${path} as it was.`);
}

/** Types only what a bare shell would take for a comment, or what it is told while a program waits for it. */
async function playDialogue(terminal: string, lines: readonly string[], call: Caller): Promise<void> {
  const [program, ...answers] = lines;
  await call({ tool: 'terminal', input: { command: '', reset: true, terminal } });
  const begun = await call({ tool: 'terminal', input: { command: program, timeout: 0.3, terminal } });
  let running = begun.data.running === true;
  for (const line of answers) {
    if (!running && !isHarmless(line)) continue;
    const reply = await call({
      tool: 'terminal',
      input: { command: line, is_input: running, timeout: 0.3, terminal },
    });
    running = reply.data.running === true;
  }
}

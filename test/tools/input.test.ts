import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { callTool, openWorkspace } from '../../src/index.ts';
import { sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

async function calling(tool: string, input: Record<string, unknown>) {
  const { call, path } = await open();
  const file = path('a.txt');
  await writeFile(file, 'one\ntwo\none\n');
  const answer = await call(tool, { path: file, ...input });
  return { ...answer, content: await readFile(file, 'utf8') };
}

const UNTOUCHED = 'one\ntwo\none\n';
const refused = (message: string) => `Error -32600 INVALID_PARAMS: ${message} Nothing was changed.`;

describe('the name of a parameter', () => {
  test.each([
    ['dryRun', { old_string: 'two', new_string: '2', dryRun: true }, UNTOUCHED],
    ['DryRun', { old_string: 'two', new_string: '2', DryRun: 'true' }, UNTOUCHED],
    ['replaceAll', { 'old-string': 'one', NEW_STRING: '1', replaceAll: true }, '1\ntwo\n1\n'],
    ['one of an edit', { edits: [{ oldString: 'one', newString: '1', replaceAll: true }] }, '1\ntwo\n1\n'],
    ['the same twice', { old_string: 'two', oldString: 'two', new_string: '2' }, 'one\n2\none\n'],
    ['what others need', { old_string: 'two', new_string: '2', _meta: { a: 1 } }, 'one\n2\none\n'],
    ['nothing at all', { old_string: 'two', new_string: '2', limit: null }, 'one\n2\none\n'],
  ])('may be written in another custom: %s', async (_, input, expected) => {
    const { failed, content, text } = await calling('edit_file', input);
    expect(text).not.toContain('Error');
    expect(failed).toBe(false);
    expect(content).toBe(expected);
  });

  test.each([
    ['file_read', { offset: 3 }, 'Unknown parameter `offset`. file_read takes: path, start_line, end_line.'],
    [
      'file_read',
      { start: 3 },
      'Unknown parameter `start`: did you mean `start_line`? file_read takes: path, start_line, end_line.',
    ],
    [
      'edit_text_file',
      { old_string: 'two', new_string: '2', expected_replacements: 2 },
      'Unknown parameter `expected_replacements`. edit_text_file takes: path, old_string, new_string.',
    ],
    [
      'edit_file',
      { edits: [{ old_string: 'two', new_string: '2', all: true }] },
      'Unknown parameter `edits[0].all`. `edits[0]` takes: old_string, new_string, replace_all.',
    ],
    [
      'edit_file',
      { old_string: 'two', new_string: '2', dry_run: true, dryRun: false },
      '`dry_run` and `dryRun` are the same parameter and have different values. Pass only `dry_run`.',
    ],
  ])('%s refuses %j', async (tool, input, message) => {
    const { text, content } = await calling(tool, input);
    expect(text).toBe(refused(message));
    expect(content).toBe(UNTOUCHED);
  });

  test('a command is not run', async () => {
    const { call } = await open();
    const { text } = await call('terminal', { command: 'touch made', cwd: '/' });
    expect(text).toContain('Unknown parameter `cwd`. terminal takes: command,');
    expect(text).toContain('Nothing was run.');
  });
});

test.each([undefined, null, 'text', [], () => {}, 1n])(
  'an input that is no object is refused: %s',
  async (input) => {
    const outcome = await callTool(openWorkspace(), 'edit_file', input);
    expect(outcome).toMatchObject({ ok: false, error: { name: 'INVALID_PARAMS' } });
    expect(outcome.text).toContain('edit_file takes an object of named parameters.');
  },
);

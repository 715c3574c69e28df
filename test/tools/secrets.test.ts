import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openTerminal, sharedTerminal } from '../terminal/terminal-client.ts';

// What an operator keeps secret, in files that the tools show and change.

const SECRET = 's3cr3t/value+with=signs';
const FILE = `host = "a"\ntoken = "${SECRET}"\nport = 1\n`;
const open = sharedTerminal({ env: { API_TOKEN: SECRET }, flags: ['--secret', 'API_TOKEN'] });

async function withFile(content = FILE) {
  const corvid = await open();
  const path = corvid.path('settings.conf');
  await writeFile(path, content);
  const call = (tool: string, input: Record<string, unknown>) => corvid.call(tool, { path, ...input });
  return { call, path, content: () => readFile(path, 'utf8') };
}

test.each([
  ['file_read', {}],
  ['file_editor', { command: 'view' }],
  ['file_editor', { command: 'str_replace', old_str: 'port = 1', new_str: 'port = 2' }],
  ['file_editor', { command: 'insert', insert_line: 1, new_str: 'more = 1' }],
  ['edit_file', { old_string: 'port = 1', new_string: 'port = 2' }],
  ['edit_text_file', { old_string: 'port = 1', new_string: 'port = 2' }],
  ['edit_lines', { command: 'replace', start_line: 3, end_line: 3, new_content: 'port = 2' }],
  ['edit_file', { old_string: 'host = "b"\ntoken = "x"\nport = 1', new_string: 'z' }],
])('%s %j does not show a secret of the file', async (tool, input) => {
  const { call } = await withFile();
  const { result, text } = await call(tool, input);
  expect(JSON.stringify(result)).not.toContain(SECRET.slice(0, 8));
  expect(text).toContain('***');
});

test('a secret where a view is cut is not left in part', async () => {
  const { call } = await withFile(`${'x'.repeat(15_980)}${SECRET}${'y'.repeat(5_000)}`);
  const view = await call('file_read', {});
  expect(view.text).toContain('***');
  expect(view.text).not.toContain(SECRET.slice(0, 4));
});

test('a mask in the place of a secret is refused, and nothing is written', async () => {
  const { call, path, content } = await withFile();
  const attempts = [
    await call('edit_lines', {
      command: 'replace',
      start_line: 2,
      end_line: 3,
      new_content: 'token = "***"\nport = 2',
    }),
    await call('edit_file', { old_string: `token = "${SECRET}"`, new_string: 'token = "***"' }),
    await call('file_editor', { command: 'str_replace', old_str: SECRET, new_str: '***' }),
  ];
  for (const { failed, text } of attempts) {
    expect(failed).toBe(true);
    expect(text).toContain(
      `SECRET_MASKED: Nothing was changed: *** in the new text would take the place of a secret in ${path}. The secret is shown as *** and is not known to you.`,
    );
    expect(text).toContain(
      'Leave the line with the secret out of the edit and change only what is around it; the file keeps the secret.',
    );
  }
  expect(await content()).toBe(FILE);
});

test.each([
  ['edit_file', 'old_string', 'new_string', {}],
  ['edit_text_file', 'old_string', 'new_string', {}],
  ['file_editor', 'old_str', 'new_str', { command: 'str_replace' }],
])('%s takes a mask in a quotation for the secret, which stays in the file', async (tool, old, neu, more) => {
  const { call, content } = await withFile();
  const { failed, result } = await call(tool, {
    ...more,
    [old]: 'token = "***"\nport = 1\n',
    [neu]: 'token = "***"\nport = 2\n',
  });
  expect(failed).toBe(false);
  expect(await content()).toBe(FILE.replace('port = 1', 'port = 2'));
  expect(JSON.stringify(result)).not.toContain(SECRET);
});

test('edit_lines takes a mask in `expected` for the secret', async () => {
  const { call, content } = await withFile();
  const input = { command: 'insert', insert_line: 2, new_content: 'more = 1' };
  expect((await call('edit_lines', { ...input, expected: 'token = "**"' })).failed).toBe(true);
  expect((await call('edit_lines', { ...input, expected: 'token = "***"' })).failed).toBe(false);
  expect(await content()).toBe(FILE.replace('port', 'more = 1\nport'));
});

test('a refusal that shows masked text says what the mask is', async () => {
  const { call, content } = await withFile();
  const { failed, text } = await call('edit_file', {
    old_string: 'token = "***" # mine\nhost = "b"\nport = 7',
    new_string: 'port = 3',
  });
  expect(failed).toBe(true);
  expect(text).toContain(
    'Secrets are shown as ***. If *** is a secret here, do not quote it and edit the text around it: the file has the real value there.',
  );
  expect(await content()).toBe(FILE);
});

test('asterisks that are no mask are written as ever', async () => {
  const { call, content } = await withFile();
  await call('edit_file', { old_string: 'port = 1', new_string: 'port = 1 # ***' });
  expect(await content()).toBe(FILE.replace('port = 1', 'port = 1 # ***'));
});

test('a secret of several lines is masked in a view and in a diff, its short lines too', async () => {
  const key = `-----BEGIN KEY-----\n${'abcdEFGH'.repeat(4)}\nshort=\n-----END KEY-----`;
  const { call, path } = await openTerminal({ env: { MY_KEY: key }, flags: ['--secret', 'MY_KEY'] });
  await writeFile(path('key.txt'), `a\n${key}\nb\n`);
  const view = await call('file_read', { path: path('key.txt') });
  expect(view.text).not.toContain('short=');
  const edited = await call('edit_file', { path: path('key.txt'), old_string: `${key}\nb`, new_string: 'c' });
  expect(edited.failed).toBe(false);
  expect(edited.text).not.toContain('short=');
});

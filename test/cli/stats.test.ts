import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJournals } from '../../src/adapters/journal/read-journals.ts';
import { connect } from '../corvid-client.ts';
import { shell } from './shell.ts';

test('each call of a server is in its journal: client, file, match, diff, refusal, command', async () => {
  const corvid = await connect({
    args: ['--secret', 'API_KEY'],
    env: { ...(process.env as Record<string, string>), API_KEY: 'tops3cret' },
  });
  await writeFile(corvid.path('a.txt'), 'one\ntwo\n');
  await corvid.call('edit_file', { path: corvid.path('a.txt'), old_string: 'one', new_string: 'eins' });
  await corvid.call('edit_file', { path: corvid.path('a.txt'), old_string: 'nowhere', new_string: 'x' });
  await corvid.call('terminal', { command: 'echo tops3cret; false' });
  await corvid.close();
  const { calls } = readJournals(join(corvid.folder, '.state', 'journal'));
  expect(calls[0]!.process).toMatchObject({
    folder: corvid.folder,
    roots: [corvid.folder],
    isReadOnly: false,
  });
  expect(calls.map(({ call }) => call)).toEqual([
    expect.objectContaining({
      id: 1,
      client: 'test',
      tool: 'edit_file',
      path: corvid.path('a.txt'),
      changed: [corvid.path('a.txt')],
      match: { strategy: 'exact', similarity: 1, notes: [] },
      diff: expect.objectContaining({ added: 1, removed: 1, isCut: false }),
    }),
    expect.objectContaining({
      refusal: expect.objectContaining({ name: 'STRING_NOT_FOUND', quoted: 'nowhere' }),
    }),
    expect.objectContaining({
      command: { text: 'echo ***; false', terminal: 'main', outputLength: expect.any(Number), exitCode: 1 },
    }),
  ]);
  const text = await readFile(
    join(
      corvid.folder,
      '.state',
      'journal',
      `${calls[0]!.process.pid}-${calls[0]!.process.startedAt}-1.jsonl`,
    ),
    'utf8',
  );
  expect(text).not.toContain('tops3cret');
});

test('with --no-journal nothing is recorded', async () => {
  const corvid = await connect({ args: ['--no-journal'] });
  await corvid.call('file_read', { path: corvid.folder });
  await corvid.close();
  expect(existsSync(join(corvid.folder, '.state', 'journal'))).toBe(false);
});

test('corvid stats counts the calls of all processes', async () => {
  const { corvid, edit, path } = await shell();
  expect((await corvid(['stats'])).stdout).toBe(
    'No calls in the last 7 days. Every Corvid server records its calls, unless it has --no-journal.\n',
  );
  await edit('create', 'a.txt', { file_text: 'one\n' });
  await corvid(['call', 'edit_file', '--path', path('a.txt'), '--old-string', 'two', '--new-string', 'x']);
  await corvid([
    'call',
    'edit_file',
    '--path',
    path('a.txt'),
    '--old-string',
    'one',
    '--new-string',
    '1',
    '--no-journal',
  ]);
  const { stdout, code } = await corvid(['stats', '--days', '1']);
  expect(code).toBe(0);
  expect(stdout).toContain('2 calls in the last day\n');
  expect(stdout).toMatch(/^Edits +1 made, 1 refused, 0 undone$/m);
  expect(stdout).toMatch(/^First attempt +1 of 2 made at once \(50\.0 %\)$/m);
  expect(stdout).toMatch(/^Refusals +STRING_NOT_FOUND 1$/m);
  expect(stdout).toMatch(/^Clients +corvid call 2 \(1 refused\)$/m);
  const json = JSON.parse((await corvid(['stats', '--json'])).stdout);
  expect(json).toMatchObject({ days: 7, calls: 2, unreadable: 0, attempts: { tasks: 2, notMade: 1 } });
  expect((await corvid(['stats', '--days', '0'])).stderr).toContain(
    "--days takes a whole number above 0, not '0'",
  );
});

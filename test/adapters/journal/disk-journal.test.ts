import { chmod, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DiskJournal } from '../../../src/adapters/journal/disk-journal.ts';
import { readJournals } from '../../../src/adapters/journal/read-journals.ts';
import { temporaryFolder } from '../../corvid-client.ts';

const call = { time: Date.now(), durationMs: 1, tool: 'edit_file', effect: 'edit' };
const writer = { pid: 7, startedAt: 1, version: '1', folder: '/project', isReadOnly: false };

async function journal() {
  const directory = join(await temporaryFolder(), 'journal');
  const failures: string[] = [];
  const open = (startedAt = 1) =>
    new DiskJournal({
      directory,
      process: { ...writer, startedAt },
      onFailure: (message) => failures.push(message),
    });
  return { directory, failures, open };
}

test('nothing is made before the first call; then a file of this user alone', async () => {
  const { directory, open } = await journal();
  const opened = open();
  await expect(stat(directory)).rejects.toThrow('ENOENT');
  opened.add(call);
  opened.close();
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory, '7-1-1.jsonl'))).mode & 0o777).toBe(0o600);
  expect(readJournals(directory).calls).toEqual([{ process: writer, call: { id: 1, ...call } }]);
});

test('a file that has grown to 4 MB is followed by another, and the oldest beyond 32 MB are removed', async () => {
  const { directory, open } = await journal();
  const opened = open();
  const diff = { text: 'x'.repeat(1_100_000), isCut: true, added: 1, removed: 1 };
  for (let i = 0; i < 44; i++) opened.add({ ...call, diff });
  opened.close();
  const sizes = await Promise.all(
    (await readdir(directory)).map(async (name) => (await stat(join(directory, name))).size),
  );
  expect(Math.max(...sizes)).toBeLessThan(6_000_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(38_000_000);
  expect(readJournals(directory).calls.at(-1)?.call.id).toBe(44);
});

test('journals of last week are removed', async () => {
  const { directory, open } = await journal();
  const first = open();
  first.add(call);
  first.close();
  const old = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  await utimes(join(directory, '7-1-1.jsonl'), old, old);
  const second = open(2);
  second.add(call);
  second.close();
  expect(await readdir(directory)).toEqual(['7-2-1.jsonl']);
});

test('a torn line is counted and the others are read', async () => {
  const { directory, open } = await journal();
  const opened = open();
  opened.add(call);
  opened.close();
  const file = join(directory, '7-1-1.jsonl');
  await writeFile(file, `${await readFile(file, 'utf8')}{"call":{"tool":`);
  expect(readJournals(directory)).toMatchObject({ calls: [{ call }], unreadable: 1 });
});

test('a folder that others may write is neither written nor read', async () => {
  const { directory, failures, open } = await journal();
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o777);
  const opened = open();
  opened.add(call);
  opened.close();
  expect(await readdir(directory)).toEqual([]);
  expect(failures).toEqual([expect.stringContaining('The journal cannot be written: ')]);
  await writeFile(join(directory, '7-1-1.jsonl'), '');
  expect(() => readJournals(directory)).toThrow('can be written by other users');
});

test('a link at the name of a journal is not followed', async () => {
  const { directory, failures, open } = await journal();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const target = join(directory, '..', 'target');
  await writeFile(target, 'kept');
  await symlink(target, join(directory, '7-1-1.jsonl'));
  const opened = open();
  opened.add(call);
  opened.close();
  expect(await readFile(target, 'utf8')).toBe('kept');
  expect(failures).toHaveLength(1);
});

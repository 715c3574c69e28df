import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openHandover } from '../../../src/adapters/terminals/handover.ts';
import { afterTest } from '../../after-test.ts';
import { temporaryFolder } from '../../corvid-client.ts';

// What a program of the shell may have put where the server writes next.

async function open() {
  const folder = await temporaryFolder();
  const handover = openHandover(folder);
  afterTest(handover.close);
  const victim = join(folder, 'victim');
  await writeFile(victim, 'untouched');
  return { folder, handover, victim, at: (name: string) => join(handover.inbox, name) };
}

test('each command is a file of its own, which is gone when the next one comes', async () => {
  const { handover } = await open();
  handover.submit(1, 'one');
  handover.noteTyping();
  expect((await readdir(handover.inbox)).sort()).toEqual(['1', 'typed-1']);
  handover.submit(2, 'two');
  expect(await readdir(handover.inbox)).toEqual(['2']);
});

test.each(['1', 'typed-1', 'start'])('a link at %s is replaced, not followed', async (name) => {
  const { handover, victim, at } = await open();
  if (name === 'typed-1') handover.submit(1, 'x');
  await symlink(victim, at(name));
  if (name === '1') handover.submit(1, 'the command');
  if (name === 'typed-1') handover.noteTyping();
  if (name === 'start') handover.writeStartFile('the start');
  expect(await readFile(victim, 'utf8')).toBe('untouched');
  expect(await readFile(at(name), 'utf8')).toBe({ '1': 'the command', start: 'the start' }[name] ?? '');
});

test('a pipe in the place of a command is replaced, and nothing waits for it', async () => {
  const { handover, at } = await open();
  execFileSync('mkfifo', [at('1')]);
  handover.submit(1, 'the command');
  expect(await readFile(at('1'), 'utf8')).toBe('the command');
});

test('a folder in the place of a command: an error that says what to do', async () => {
  const { handover, at } = await open();
  await mkdir(at('1'));
  expect(() => handover.submit(1, 'x')).toThrow(
    expect.objectContaining({
      name: 'TERMINAL_UNAVAILABLE',
      message: expect.stringContaining(
        `The command was NOT run: it cannot be handed to the shell as ${at('1')}`,
      ),
      hint: 'A program has changed the folder of this terminal. Send reset: true for a new shell with a new folder.',
    }),
  );
});

test('a link in the place of the folder leads nowhere', async () => {
  const { folder, handover } = await open();
  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, '1'), 'untouched');
  await rename(handover.inbox, join(folder, 'moved'));
  await symlink(elsewhere, handover.inbox);
  expect(() => handover.submit(1, 'x')).toThrow(/was replaced or removed/);
  handover.noteTyping();
  expect(await readdir(elsewhere)).toEqual(['1']);
  expect(await readFile(join(elsewhere, '1'), 'utf8')).toBe('untouched');
});

import { mkdtemp, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startInTerminal } from './pty.ts';
import { type Shell, shell } from './shell.ts';

// Work that takes as long as the test wants: it waits for a file.

async function waiting(): Promise<{ opened: Shell; command: string; finish: () => Promise<void> }> {
  const opened = await shell();
  const file = join(await mkdtemp(join(opened.home, 'tmp', 'wait-')), 'go');
  const command = `until [ -e '${file}' ]; do sleep 0.05; done; echo over`;
  return { opened, command, finish: () => writeFile(file, '') };
}

describe('long work', () => {
  test('says what is going on and for how long, and takes that back', async () => {
    const { opened, command, finish } = await waiting();
    const session = startInTerminal(opened, ['call', 'terminal', '--command', command]);
    await session.until(/ · \d s.* · \d s/s);
    const [line, ...rest] = (await session.screen()).split('\n');
    expect(rest).toEqual([]);
    expect(line).toMatch(/^Running until \[ -e .*… · \d s$/);
    expect(line!.length).toBeLessThan(80);
    await finish();
    expect(await session.ended).toBe(0);
    expect(await session.screen()).toMatch(
      /^over\n\[Current working directory: [^·]*\n\[Command completed with exit code 0\]$/,
    );
  });

  test.each([
    ['with --json', ['--json'], {}],
    ['in CI', [], { CI: 'true' }],
    ['on a terminal that cannot erase a line', [], { TERM: 'dumb' }],
  ])('says nothing %s', async (_, flags: string[], env: Record<string, string>) => {
    const { opened, command, finish } = await waiting();
    const quiet = startInTerminal(opened, ['call', 'terminal', ...flags, '--command', command], { env });
    const beside = startInTerminal(opened, ['call', 'terminal', '--command', command]);
    // The one beside it was started later and has spoken.
    await beside.until(/ · \d s.* · \d s/s);
    await finish();
    expect(await quiet.ended).toBe(0);
    expect(quiet.output()).not.toContain(' · ');
    expect(quiet.output()).not.toContain('\u001b[K');
  });

  test('is ended by Ctrl-C, which leaves no half line', async () => {
    const { opened, command } = await waiting();
    const session = startInTerminal(opened, ['call', 'terminal', '--command', command]);
    await session.until(/ · \d s/);
    session.press('\u0003');
    await session.ended;
    expect(session.signal()).toBe(constants.signals.SIGINT);
    expect((await session.screen()).replace('^C', '')).toBe('');
  });

  test('short work says nothing', async () => {
    const opened = await shell();
    await writeFile(opened.path('a.txt'), 'one\n');
    const session = startInTerminal(opened, ['call', 'file_read', '--path', opened.path('a.txt')]);
    expect(await session.ended).toBe(0);
    expect(session.output()).toBe('   1: one\r\n');
  });
});

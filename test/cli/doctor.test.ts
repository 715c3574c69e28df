import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkBash, checkNode, checkProgram, checkRoot } from '../../src/cli/doctor/machine-checks.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { shell } from './shell.ts';

describe('corvid doctor', () => {
  test('is green if every check passes, and leaves no files', async () => {
    const { corvid, folder, home } = await shell();
    const { code, stdout, stderr } = await corvid(['doctor'], { env: { SHELL: '/bin/false' } });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`✓ Node          ${process.versions.node}\n`);
    // The user's own shell, which may be fish, does not matter: the terminal is bash.
    expect(stdout).toMatch(/^✓ bash {10}\S*\/bash runs commands$/m);
    expect(stdout).toContain(`✓ state folder  ${join(home, 'state/corvid')} is writable\n`);
    expect(stdout).toContain(`✓ root          ${folder}\n`);
    expect(stdout).toMatch(
      new RegExp(`^✓ server {8}starts in \\d+ ms, with ${listTools().length} tools$`, 'm'),
    );
    expect(stdout).toContain('✓ edit          applied and undone; the file is byte for byte as before\n');
    expect(stdout).toMatch(/All checks passed\.\n$/);
    expect(await readdir(join(home, 'tmp'))).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is red where something is amiss, says what to do and ends with 1', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('file'), '');
    const args = ['doctor', '--json', '--root', '/gone', '--state-dir', path('file/state')];
    const { code, stdout } = await corvid(args);
    expect(code).toBe(1);
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Record<string, string>[] };
    expect(ok).toBe(false);
    const failed = checks
      .filter(({ state }) => state === 'failed')
      .map(({ name, text }) => `${name}: ${text}`);
    expect(failed).toEqual([
      expect.stringMatching(/^state folder: .* is not writable: .* choose another with --state-dir$/),
      expect.stringMatching(/^root: \/gone is not readable: .*\. Pass another --root$/),
    ]);
  });
});

test('each check reports what it found', async () => {
  expect(checkNode('18.1.0')).toEqual({
    name: 'Node',
    state: 'failed',
    text: '18.1.0 is too old: install 20.19.0 or 22.12.0, or newer',
  });
  const isOk = (version: string) => checkNode(version).state === 'ok';
  expect(['20.18.3', '20.19.0', '21.7.0', '22.11.0', '22.12.0', '24.0.0'].map(isOk)).toEqual([
    false,
    true,
    false,
    false,
    true,
    true,
  ]);
  expect(await checkProgram('no-such-program', '-V', 'only the test needs it')).toEqual({
    name: 'no-such-program',
    state: 'missing',
    text: 'not found; only the test needs it',
  });
  expect((await checkRoot('/etc/hostname')).text).toBe('/etc/hostname is not a folder: pass one with --root');
  expect((await checkBash(() => '/bin/true')).text).toBe('/bin/true printed "" instead of 42');
  const noBash = () => {
    throw new Error('there is no bash in the PATH of the server.');
  };
  expect((await checkBash(noBash)).text).toBe(
    'does not run: there is no bash in the PATH of the server. Only `terminal` needs it',
  );
});

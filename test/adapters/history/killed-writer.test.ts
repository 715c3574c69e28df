import { existsSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { localFiles } from '../../../src/adapters/files/local-files.ts';
import { DiskHistory } from '../../../src/adapters/history/disk-history.ts';
import { DiskLocks } from '../../../src/adapters/locks/disk-locks.ts';
import { stagingPath } from '../../../src/adapters/private/path-names.ts';
import { bundleProgram, outputOf, startChild } from '../child-program.ts';

/** Version N of the file is the text "version N" many times: a torn or mixed file shows at once. */
const writer = `
  import { localFiles } from './src/adapters/files/local-files.ts';
  import { DiskHistory } from './src/adapters/history/disk-history.ts';
  import { DiskLocks } from './src/adapters/locks/disk-locks.ts';
  const [, , directory, path, first] = process.argv;
  const [files, history, locks] = [localFiles(), new DiskHistory({ directory }), new DiskLocks({ directory })];
  const version = (n) => new TextEncoder().encode(('version ' + n + '\\n').repeat(20_000));
  console.log('ready');
  for (let n = Number(first); ; n++) {
    await locks.withLock(path, async () => {
      const before = (await files.info(path)) && (await files.read(path));
      const recorded = history.record({ path, before, after: version(n), tool: 't', linesAdded: 0, linesRemoved: 0, diff: '' });
      const staged = await files.stage(path, version(n));
      await recorded;
      await staged.commit(before);
    });
    console.log('written');
  }
`;

test('whenever a writer is killed, the file is whole and its last change can be taken back', async () => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'corvid-killed-')));
  const program = await bundleProgram(writer);
  const path = join(directory, 'a.txt');
  const [files, history, locks] = [
    localFiles(),
    new DiskHistory({ directory }),
    new DiskLocks({ directory }),
  ];
  let next = 1;
  for (let round = 0; round < 12; round++) {
    const child = startChild(process.execPath, [program.file, directory, path, String(next)]);
    // Some are killed in their first change, the others when they have made one.
    await outputOf(child, round % 3 === 0 ? 'ready' : 'written');
    await sleep(round * 5.3);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    await locks.withLock(path, async () => {
      const current = (await files.info(path)) && (await files.read(path));
      const reached = versionIn(current);
      const past = await history.peekUndo(path, current);
      expect(past.state).toBe(reached === 0 ? 'empty' : 'ready');
      if (past.state === 'ready') expect(versionIn(past.before)).toBe(reached - 1);
      next = reached + 1;
    });
    expect(existsSync(stagingPath(path))).toBe(false);
  }
  expect(next).toBeGreaterThan(8);
  expect((await readdir(directory)).sort()).toEqual(['a.txt', 'history', 'locks']);
  await Promise.all([program.remove(), rm(directory, { recursive: true })]);
});

function versionIn(content: Uint8Array | undefined): number {
  if (!content) return 0;
  const lines = new TextDecoder().decode(content).trimEnd().split('\n');
  expect(new Set(lines).size).toBe(1);
  expect(lines).toHaveLength(20_000);
  return Number(lines[0]?.split(' ')[1]);
}

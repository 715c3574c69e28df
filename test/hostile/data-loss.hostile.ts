import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localFiles } from '../../src/adapters/files/local-files.ts';
import { temporaryFolder } from '../corvid-client.ts';
import { startRounds } from './attack-thread.ts';

// Another program writes to the same file at every possible moment of a change. Nothing that it has written may be lost.

// Without a process for the attributes of each file, so that there are more rounds.
const files = localFiles('working-directory');
const bytes = (text: string) => new TextEncoder().encode(text);
const ROUNDS = 3_000;
const MAX_MS = 8_000;

/** How other programs write. `path`, `text` and `fs` are given. */
const writers = {
  'written in place': `fs.writeFileSync(path, text);`,
  'made, if it is not there': `try { fs.writeFileSync(path, text, { flag: 'wx' }); } catch (error) { if (error.code !== 'EEXIST') throw error; return false; }`,
};

type Change = { readonly before: string | undefined; prepare(path: string): Promise<() => Promise<unknown>> };

const staged = async (path: string, replacing: string | undefined) => {
  const file = await files.stage(path, bytes('ours\n'));
  return () => file.commit(replacing === undefined ? undefined : bytes(replacing));
};

/** What we do at the same time; what it throws is a refusal. */
const changes: Record<string, Change> = {
  replace: { before: 'old\n', prepare: (path) => staged(path, 'old\n') },
  create: { before: undefined, prepare: (path) => staged(path, undefined) },
  remove: { before: 'old\n', prepare: async (path) => () => files.remove(path, bytes('old\n')) },
};

describe.each(Object.keys(changes))('%s', (name) => {
  test.each(Object.keys(writers) as (keyof typeof writers)[])(
    'loses nothing that is %s meanwhile',
    async (how) => {
      const folder = await temporaryFolder();
      const { before, prepare } = changes[name]!;
      const rounds = await startRounds(`const { path, text } = data; spin(); ${writers[how]} return true;`);
      const counts = { done: 0, refused: 0, lost: 0, stray: 0 };
      const end = performance.now() + MAX_MS;
      for (let round = 0; round < ROUNDS && performance.now() < end; round++) {
        const path = join(folder, `${round}.txt`);
        const theirs = `theirs ${round}\n`;
        if (before !== undefined) await writeFile(path, before);
        const change = await prepare(path);
        await rounds.begin({ path, text: theirs });
        const isDone = await change().then(
          () => true,
          () => false,
        );
        const isWritten = await rounds.end();
        counts[isDone ? 'done' : 'refused']++;
        const standing = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
        if (isWritten !== (standing === theirs)) counts.lost++;
        if (readdirSync(folder).some((found) => found.startsWith('.corvid-'))) counts.stray++;
        await rm(path, { force: true });
      }
      await rounds.stop();
      expect(counts).toMatchObject({ lost: 0, stray: 0 });
      expect(counts.done).toBeGreaterThan(0);
    },
  );
});

import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleProgram, runChild } from '../child-program.ts';
import { letters, openFolder } from './opened.ts';

// What events of the system do not report, or report wrongly. Events are watched on Linux alone.

const isLinux = process.platform === 'linux';

describe.skipIf(!isLinux)('watching', () => {
  test('all files that a child changed are found at its end, without a look at the others', async () => {
    const opened = await openFolder({
      fill: (world) => {
        for (let i = 0; i < 30; i++) world.write(`src/f${i}.txt`, 'old');
      },
    });
    const group = await opened.sh('for i in $(seq 0 17); do echo new > src/f$i.txt; done');
    expect(group?.changes).toHaveLength(18);
    expect(opened.known!.walks).toBe(0);
    expect(await opened.tree.coverage()).toMatchObject({ by: 'watching' });
  });

  test('folders and files that are made at once are all found', async () => {
    const opened = await openFolder();
    const group = await opened.sh('mkdir -p a/b/c; for i in 1 2 3 4 5; do echo $i > a/b/c/$i; done');
    expect(group?.changes).toHaveLength(8);
    expect(opened.known!.walks).toBe(0);
  });

  test('4,000 files in a burst are found', async () => {
    const opened = await openFolder();
    const group = await opened.sh('mkdir d; cd d; for i in $(seq 4000); do : > $i; done');
    expect(group?.changes).toHaveLength(4_001);
  });

  test('an overflow of the queue is noticed, and all files are looked at', async () => {
    const opened = await openFolder({ fill: (world) => world.write('d/old.txt', 'old') });
    // While this waits for the child, no event is taken from the queue, which holds 16,384.
    const group = await opened.run(() =>
      spawnSync(
        process.execPath,
        [
          '-e',
          `const fs = require('fs');
         for (let i = 0; i < 9000; i++) fs.writeFileSync('d/' + i, 'x');
         fs.writeFileSync('d/old.txt', 'new');`,
        ],
        { cwd: opened.root },
      ),
    );
    expect(group?.changes).toHaveLength(9_001);
    expect(opened.known!.walks).toBeGreaterThan(0);
  });

  test('a folder that was removed and made again is watched again', async () => {
    const opened = await openFolder({ fill: (world) => world.write('d/e/a.txt', 'a') });
    await opened.sh('rm -rf d; mkdir -p d/e');
    expect(letters(await opened.sh('echo b > d/e/b.txt'))).toEqual({ 'd/e/b.txt': 'A' });
    expect(letters(await opened.sh('rm -rf d; mkdir d; echo c > d/c.txt'))).toEqual({
      'd/c.txt': 'A',
      'd/e': 'D',
      'd/e/b.txt': 'D',
    });
    expect(letters(await opened.sh('echo cc > d/c.txt'))).toEqual({ 'd/c.txt': 'M' });
    expect(opened.known!.walks).toBe(0);
  });

  test('a write through one name of a file is found for its other names', async () => {
    const opened = await openFolder({
      fill: (world, root) => {
        world.write('a/one.txt', 'old');
        mkdirSync(join(root, 'b'));
        linkSync(join(root, 'a/one.txt'), join(root, 'b/two.txt'));
      },
    });
    const before = opened.snapshot();
    const group = await opened.run(() => appendFileSync(join(opened.root, 'b/two.txt'), ' new'));
    expect(letters(group)).toEqual({ 'a/one.txt': 'M', 'b/two.txt': 'M' });
    await opened.undo();
    expect(opened.snapshot()).toEqual(before);
  });

  test('so is a write through a name that was made in the same command', async () => {
    const opened = await openFolder({ fill: (world) => world.write('a/one.txt', 'old') });
    const group = await opened.sh('ln a/one.txt two.txt; echo new > two.txt');
    expect(letters(group)).toEqual({ 'a/one.txt': 'M', 'two.txt': 'A' });
  });

  test('what is done through a name that is gone by then is found by a look at all files', async () => {
    const opened = await openFolder({ fill: (world) => world.write('a/one.txt', 'old') });
    expect(await opened.sh('ln a/one.txt two.txt; echo new > two.txt; rm two.txt')).toBeUndefined();
    expect((await opened.tree.changes({ isThorough: true })).changes).toMatchObject([{ path: 'a/one.txt' }]);
  });

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'what a program writes through its memory is found by a look at all files, and before each undo',
    async () => {
      const opened = await openFolder({
        fill: (world) => {
          world.write('mapped.bin', 'a'.repeat(8192));
          world.write('b.txt', 'b');
        },
      });
      await opened.sh('echo changed > b.txt');
      await opened.run(() =>
        execFileSync('python3', [
          '-c',
          'import mmap,sys\nwith open(sys.argv[1],"r+b") as f:\n m=mmap.mmap(f.fileno(),0); m[0:3]=b"new"; m.flush(); m.close()',
          join(opened.root, 'mapped.bin'),
        ]),
      );
      await opened.undo();
      const others = (await opened.recorder.list()).filter(({ by }) => by.kind === 'other');
      expect(others.map(letters)).toEqual([{ 'mapped.bin': 'M' }]);
    },
  );

  test('a folder that became a link to a folder is a link, and nothing is seen through it', async () => {
    const opened = await openFolder({
      fill: (world) => {
        world.write('b/e.txt', 'e');
        world.write('real/e.txt', 'other');
      },
    });
    const group = await opened.run(() => {
      appendFileSync(join(opened.root, 'b/e.txt'), 'x');
      rmSync(join(opened.root, 'b'), { recursive: true });
      symlinkSync('real', join(opened.root, 'b'));
      appendFileSync(join(opened.root, 'b/e.txt'), ' and more');
    });
    expect(letters(group)).toEqual({ b: 'M', 'b/e.txt': 'D', 'real/e.txt': 'M' });
  });

  test('a moved folder is watched at its new place', async () => {
    const opened = await openFolder({ fill: (world) => world.write('a/b/c.txt', 'c') });
    await opened.run(() => renameSync(join(opened.root, 'a'), join(opened.root, 'z')));
    expect(letters(await opened.sh('echo d > z/b/c.txt'))).toEqual({ 'z/b/c.txt': 'M' });
    expect(opened.known!.walks).toBe(0);
  });

  test('ignored folders have no watches, and their changes are named', async () => {
    const opened = await openFolder({
      fill: (world) => {
        world.write('.gitignore', '/out/\n*.log/\n');
        world.write('out/x', 'x');
        world.write('node_modules/p/index.js', 'p');
      },
    });
    const group = await opened.sh('echo y > out/y; mkdir node_modules/q; echo src > s.txt');
    expect(letters(group)).toEqual({ 's.txt': 'A' });
    expect(group?.notCovered).toEqual(['node_modules', 'out']);
    const other = await opened.sh('rm -rf node_modules; mkdir new.log');
    expect(other).toMatchObject({ changes: [], notCovered: ['new.log', 'node_modules'] });
  });

  test('a folder that is ignored no longer is covered from then on, and is no change', async () => {
    const opened = await openFolder({
      fill: (world) => {
        world.write('.gitignore', 'out/\n');
        world.write('out/x', 'x');
      },
    });
    expect(letters(await opened.sh('echo > .gitignore'))).toEqual({ '.gitignore': 'M' });
    expect(letters(await opened.sh('echo y > out/x'))).toEqual({ 'out/x': 'M' });
    // One that is ignored by now stays covered: what was known of it is not lost.
    await opened.sh('echo out > .gitignore');
    expect(letters(await opened.sh('rm -r out'))).toEqual({ out: 'D', 'out/x': 'D' });
  });

  test.skipIf(spawnSync('unshare', ['-Ur', 'true']).status !== 0)(
    'without watches all files are looked at',
    async () => {
      const program = await bundleProgram(`
        import { openRecorder } from './src/adapters/checkpoints/disk/open-recorder.ts';
        import { writeFileSync } from 'node:fs';
        const [, , root, directory] = process.argv;
        const { recorder, tree } = await openRecorder({ root, directory });
        await tree.ready(60_000);
        const { id } = await recorder.begin({ runsProgram: true, tool: 'terminal' });
        writeFileSync(root + '/d7/x', 'x');
        const group = await recorder.end(id);
        console.log(JSON.stringify([(await tree.coverage()).by, group.changes.map(({ path }) => path)]));
        await recorder.close();`);
      const opened = await openFolder({
        fill: (world) => {
          for (let i = 0; i < 40; i++) world.makeFolder(`d${i}`);
        },
      });
      const limited = `echo 10 > /proc/sys/user/max_inotify_watches && exec "$@"`;
      const args = [
        '-Ur',
        'bash',
        '-c',
        limited,
        '-',
        process.execPath,
        program.file,
        opened.root,
        join(opened.state, 's'),
      ];
      const { stdout, stderr } = await runChild('unshare', args);
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual(['walking', ['d7/x']]);
      await program.remove();
    },
  );
});

test('a file that is rewritten with the same size and time in the same second is found', async () => {
  for (const watch of [true, false]) {
    const opened = await openFolder({ watch, fill: (world) => world.write('a.txt', 'old') });
    for (let i = 0; i < 10; i++) {
      const group = await opened.sh(
        `t=$(stat -c %y a.txt); printf ${i}${i}${i} > a.txt; touch -d "$t" a.txt`,
      );
      expect(letters(group)).toEqual({ 'a.txt': 'M' });
    }
  }
});

test('a file that changes again right after it was read is found, also by a clock that ticks slowly', async () => {
  const opened = await openFolder({ clockTickMs: 20, fill: (world) => world.write('a.txt', '0') });
  for (let i = 1; i < 200; i++) {
    const group = await opened.run(() => writeFileSync(join(opened.root, 'a.txt'), String(i % 10)));
    expect(group?.changes).toHaveLength(1);
  }
});

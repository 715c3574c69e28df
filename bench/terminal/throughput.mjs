import { closeSync, openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROJECT } from '../options.mjs';

const pty = createRequire(join(PROJECT, 'package.json'))('@lydell/node-pty');
const LINE = `${'x'.repeat(79)}\n`;
const SAMPLE_EVERY_MS = 25;

/** `cat` of a large file: by a reader that does nothing else, and as a result of the tool. */
export async function measureThroughput(contestants, workshop, { megabytes, rounds }) {
  const file = join(workshop.files, 'large.txt');
  writeLarge(file, megabytes);
  const corvid = contestants.find(({ id }) => id === 'corvid');
  const before = corvid.rssMib();
  let highest = before;
  const sampling = setInterval(() => {
    highest = Math.max(highest, corvid.rssMib());
  }, SAMPLE_EVERY_MS);
  const raw = [];
  const tool = [];
  for (let round = 0; round < rounds; round++) {
    raw.push(megabytes / (await readRaw(file)));
    const startedAt = performance.now();
    await corvid.run(`cat ${file}`);
    tool.push(megabytes / ((performance.now() - startedAt) / 1000));
  }
  clearInterval(sampling);
  return {
    megabytes,
    rawMbS: Math.max(...raw),
    corvidMbS: Math.max(...tool),
    before,
    growthMib: highest - before,
  };
}

function writeLarge(file, megabytes) {
  const block = LINE.repeat(12_500);
  const descriptor = openSync(file, 'w');
  for (let written = 0; written < megabytes; written++) writeSync(descriptor, block);
  closeSync(descriptor);
}

/** Seconds until the last byte was read. */
function readRaw(file) {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let lastAt = startedAt;
    const reader = pty.spawn('cat', [file], { cols: 120, rows: 40, encoding: null });
    reader.onData(() => {
      lastAt = performance.now();
    });
    reader.onExit(() => resolve((lastAt - startedAt) / 1000));
  });
}

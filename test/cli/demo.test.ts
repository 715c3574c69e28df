import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { corvidCommand } from '../corvid-client.ts';
import { processesIn } from '../terminal/processes.ts';
import { type Run, type Shell, shell } from './shell.ts';

const recording = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'demo.svg');

/** A folder for the PATH, in which there is nothing but these programs; the demo brings its own Node. */
async function pathWith({ home }: Shell, programs: Record<string, string>): Promise<string> {
  const folder = join(home, 'bin');
  await mkdir(folder);
  for (const [name, program] of Object.entries(programs)) {
    if (program.startsWith('/')) await symlink(program, join(folder, name));
    else {
      await writeFile(join(folder, name), program);
      await chmod(join(folder, name), 0o755);
    }
  }
  return folder;
}

/** Files in the folders that a command may write to, and processes, which may take a moment to end. */
async function leftIn({ home, folder }: Shell): Promise<string[]> {
  let left: string[] = [];
  for (let attempt = 0; attempt < 100; attempt++) {
    const lists = [readdir(join(home, 'tmp')), readdir(folder), processesIn(home)];
    left = (await Promise.all(lists)).flat();
    if (left.length === 0) break;
    await delay(50);
  }
  return left;
}

function linesOf(text: string): string[] {
  const withoutTimes = text.replace(/took less than (a second|\d+ seconds)/, 'took less than …');
  return withoutTimes.trimEnd().split(/\r?\n/);
}

describe('corvid demo', () => {
  let played: Run;
  let left: string[];
  let remembered: string;
  beforeAll(async () => {
    const own = await shell();
    const PATH = await pathWith(own, { bash: '/bin/bash' });
    played = await own.corvid(['demo'], { env: { PATH } });
    left = await leftIn(own);
    remembered = (await own.corvid(['log'])).stdout;
  });

  test('runs to its end with Node and bash alone', () => {
    expect([played.code, played.stderr]).toEqual([0, '']);
    const expected = [
      ...['FAIL  label: tea at 0.10, not 3 x tea at 0.10', '[exit code 1, in shop]'],
      ...['const name = item.name.strip();', 'const name = item.name.trim();', '-  return name + price;'],
      ...['MULTIPLE_MATCHES', 'lines [5, 11]', '+  return Math.round(sum * 100) / 100;'],
      ...['SYNTAX_ERROR', 'Expected `,` or `)` but found `;`', '+  for (const item of items) sum += Number('],
      ...['ok    label', 'ok    total', 'ok    pieces', '[exit code 0, in shop]'],
      ...['undone (edit_file)', '✓ cart.mjs is byte for byte as before: 411 bytes, Latin-1, CRLF.'],
    ];
    let rest = played.stdout;
    for (const words of expected) {
      expect(rest).toContain(words);
      rest = rest.slice(rest.indexOf(words) + words.length);
    }
    expect(rest).toMatch(/^\n✓ 10 calls took less than (a second|\d+ seconds)\.\n$/);
    expect(played.stdout.match(/Error -\d+ \w+/g)).toEqual([
      'Error -32011 MULTIPLE_MATCHES',
      'Error -31013 SYNTAX_ERROR',
    ]);
  });

  test('is short and plain in a pipe, and never names its folder', () => {
    expect(played.stdout).not.toContain('\u001b');
    expect(played.stdout).not.toContain('corvid-demo-');
    const lines = linesOf(played.stdout);
    expect(lines.length).toBeLessThan(96);
    expect(lines.filter((line) => line.length > 80 || /\s$/.test(line))).toEqual([]);
  });

  test('leaves no folder, no process and no history', () => {
    expect(left).toEqual([]);
    expect(remembered).toBe('There are no edits in the history.\n');
  });

  test('is the same on a terminal that wants no colours', async () => {
    const { onTerminal } = await shell();
    const { code, stdout } = await onTerminal(['demo'], { NO_COLOR: '1' });
    expect(code).toBe(0);
    expect(stdout).not.toContain('\u001b');
    expect(linesOf(stdout)).toEqual(linesOf(played.stdout));
  });

  test('goes on where there is no shell, and says so', async () => {
    const own = await shell();
    const PATH = await pathWith(own, { bash: '#!/bin/sh\nexit 1\n' });
    const { code, stdout } = await own.corvid(['demo'], { env: { PATH } });
    expect(code).toBe(0);
    expect(stdout).toContain('TERMINAL_UNAVAILABLE');
    expect(stdout).toContain('The demo continues without a shell.');
    expect(stdout).toContain('5. Skipped: there is no shell.');
    expect(stdout).toMatch(/✓ 9 calls took less than .*, without a shell\.\n$/);
  });

  test('fails with one clear line when a result is not as expected', async () => {
    const own = await shell();
    const otherNode = '#!/bin/bash\nnode() { echo "FAIL  nothing"; }\nexport -f node\nexec /bin/bash "$@"\n';
    const PATH = await pathWith(own, { bash: otherNode });
    const { code, stdout, stderr } = await own.corvid(['demo'], { env: { PATH } });
    expect([code, stderr]).toEqual([1, '']);
    expect(linesOf(stdout).at(-1)).toBe('✗ Step 1 did not go as expected: expected exit_code 1, got 0.');
    expect(await leftIn(own)).toEqual([]);
  });

  test('leaves no files when it is interrupted', async () => {
    const own = await shell();
    const env = { PATH: process.env.PATH, HOME: own.home, TMPDIR: join(own.home, 'tmp') };
    const demo = spawn(process.execPath, [corvidCommand, 'demo'], { env, cwd: own.folder });
    await once(demo.stdout, 'data');
    demo.kill('SIGINT');
    expect(await once(demo, 'close')).toEqual([128 + constants.signals.SIGINT, null]);
    expect(await leftIn(own)).toEqual([]);
  });

  test('is what the recording in docs shows; otherwise run `npm run demo:record`', async () => {
    expect(linesIn(await readFile(recording, 'utf8'))).toEqual(linesOf(played.stdout));
  });
});

describe('the recording of the demo', () => {
  test('has the colours of a terminal', async () => {
    const svg = await readFile(recording, 'utf8');
    for (const colour of ['c1', 'c2', 'c3', 'c6'])
      expect(svg).toMatch(new RegExp(`class="(\\w )*${colour}"`));
  });

  test('needs no script and nothing from elsewhere, and rests for those who want no motion', async () => {
    const svg = await readFile(recording, 'utf8');
    expect(svg).not.toMatch(/<script|<image|<foreignObject|@import|url\(|href=/);
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toContain('://');
    expect(svg).toMatch(/@media \(prefers-reduced-motion:no-preference\)\{\s*\.s\{animation:/);
    expect(svg.length).toBeLessThan(150_000);
  });
});

const CELL = { width: 8.4, height: 18 };
const TEXT = /<text x="([\d.]+)" y="(\d+)" textLength[^>]*>([^<]*)<\/text>/g;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The lines that a picture ends up with. */
function linesIn(svg: string): string[] {
  const lines: string[] = [];
  for (const [, x, y, text] of svg.matchAll(TEXT)) {
    const [column, row] = [Math.round(Number(x) / CELL.width), Math.floor(Number(y) / CELL.height)];
    const plain = text!.replace(/&\w+;/g, (entity) => entities[entity]!);
    lines[row] = (lines[row] ?? '').padEnd(column) + plain;
  }
  return linesOf(Array.from(lines, (line) => line ?? '').join('\n'));
}

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

type Results = { machine: Record<string, unknown>; parts: Record<string, Record<string, unknown>> };
type Row = { name: string; cells: Record<string, string> };
type Bench = {
  renderReport(results: Results): Record<string, string>;
  comparisonOf(results: Results): { columns: { id: string }[]; rows: Row[] };
  barChart(chart: Record<string, unknown>): string;
  percent(part: number, all: number): string;
  runPart(part: { script: string; args: string[] }, options: { isQuick: boolean }): Promise<unknown>;
};

const project = fileURLToPath(new URL('../..', import.meta.url));
const docs = join(project, 'docs');
const { renderReport, comparisonOf, barChart, runPart, percent } = await loadBench();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corvid-report-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** They are plain JavaScript, which the compiler does not look into. */
async function loadBench(): Promise<Bench> {
  const files = [
    'report/render.mjs',
    'report/comparison.mjs',
    'report/bars.mjs',
    'run-part.mjs',
    'markdown.mjs',
  ];
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(project, 'bench', file)).href)),
  );
  return Object.assign({}, ...modules);
}

async function committedResults(): Promise<Results> {
  return JSON.parse(await readFile(join(docs, 'benchmarks', 'results.json'), 'utf8'));
}

async function chartsIn(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'benchmarks'));
  return names.filter((name) => name.endsWith('.svg')).map((name) => `benchmarks/${name}`);
}

test('the committed report and its charts are what the committed results say', async () => {
  const files = renderReport(await committedResults());
  expect((await chartsIn(docs)).sort()).toEqual(
    Object.keys(files)
      .filter((path) => path.endsWith('.svg'))
      .sort(),
  );
  for (const [path, content] of Object.entries(files)) {
    expect(await readFile(join(docs, path), 'utf8'), `${path}: run npm run bench -- --render`).toBe(content);
  }
});

test('the committed results name no machine and no folder of one', async () => {
  const text = await readFile(join(docs, 'benchmarks', 'results.json'), 'utf8');
  expect(text).not.toMatch(/\/(home|root|Users|tmp|work)\//);
  if (hostname().length > 3) expect(text).not.toContain(hostname());
});

test('every chart of the report is linked in it and has a title for those who cannot see it', async () => {
  const files = renderReport(await committedResults());
  for (const [path, content] of Object.entries(files)) {
    if (!path.endsWith('.svg')) continue;
    expect(files['benchmarks.md']).toContain(`](${path})`);
    expect(content).toMatch(/<title id="title">[^<]+<\/title>/);
  }
});

test('--render makes the report anew from the results and removes charts that are no more', async () => {
  await cp(join(docs, 'benchmarks', 'results.json'), join(folder, 'benchmarks', 'results.json'));
  await writeFile(join(folder, 'benchmarks', 'gone.svg'), '<svg/>');
  const script = join(project, 'bench', 'run.mjs');
  await promisify(execFile)(process.execPath, [script, '--render', '--out', folder]);
  expect(await readFile(join(folder, 'benchmarks.md'), 'utf8')).toBe(
    await readFile(join(docs, 'benchmarks.md'), 'utf8'),
  );
  expect((await chartsIn(folder)).sort()).toEqual((await chartsIn(docs)).sort());
});

test('a benchmark that failed is told with its error, and the others stay', async () => {
  const results = await committedResults();
  const parts = { acp: results.parts.acp!, terminal: { error: 'exit code 3, last words: no shell' } };
  const report = renderReport({ ...results, parts })['benchmarks.md'];
  expect(report).toContain('**The benchmark `terminal` failed:** exit code 3, last words: no shell');
  expect(report).toContain('## Terminal\n\nNot measured: exit code 3, last words: no shell');
  expect(report).toContain('## Between editor and agent');
});

test('a benchmark that ends without a result gives its exit code and its last words', async () => {
  const script = join(folder, 'broken.mjs');
  await writeFile(script, `process.stderr.write('first\\nno peer in ${folder}\\n'); process.exitCode = 3;`);
  const result = await runPart({ script, args: [] }, { isQuick: false });
  expect(result).toEqual({ error: expect.stringMatching(/^exit code 3, last words: no peer in …/) });
});

test('a benchmark gets the words that make it quick, and its JSON is the result', async () => {
  const script = join(folder, 'echo.mjs');
  await writeFile(script, 'console.log(JSON.stringify({ args: process.argv.slice(2) }));');
  expect(await runPart({ script, args: ['--limit', '2'] }, { isQuick: true })).toEqual({
    args: ['--json', '--limit', '2', '--quick'],
  });
});

test('an unmet target is marked, and one that could not be judged is not counted', () => {
  const targets = [
    { name: 'fast', measured: '3 ms', met: false },
    { name: 'small', measured: '1 MB', met: true },
    { name: 'faster than a peer', measured: '–' },
  ];
  const acp = {
    rounds: 1,
    rows: [],
    targets,
    machine: { seconds: 1, loadBefore: '0.10', loadAfter: '0.20' },
  };
  const report = renderReport({ machine: {}, parts: { acp } })['benchmarks.md'];
  expect(report).toContain('1 of 2 met');
  expect(report).toContain('| Between editor and agent | fast | 3 ms | **not met** |');
  expect(report).toContain('| Between editor and agent | faster than a peer | – | not measured |');
});

test('the comparison takes each tool from the benchmark that measured it', () => {
  const columns = ['corvid', 'opencode'].map((id) => ({ id, title: id }));
  const counts = { n: 200, right: 190, wrong: 1, harmful: 0, refused: 9 };
  const cells = { corvid: counts, opencode: { absent: 'not installed' } };
  const kept = { corvid: { value: 'kept', text: 'kept' } };
  const rows = [
    { name: 'blanks', group: 'imprecise', cells },
    { name: 'all', group: 'imprecise', cells },
    { name: 'keeps CRLF', group: 'fact', cells: kept },
    { name: 'keeps a BOM', group: 'fact', cells: { corvid: { value: 'changed', text: '**changed**' } } },
    { name: 'undo after a restart', group: 'fact', cells: { corvid: { value: 'yes', text: 'yes' } } },
  ];
  const peers = { columns, rows };
  const shell = { corvid: { median: 1.944 }, 'desktop-commander': { median: 60.2 } };
  const terminal = { rows: [{ title: '`true`', cells: shell }] };
  const comparison = comparisonOf({ machine: {}, parts: { peers, terminal } });
  expect(comparison.columns.map(({ id }) => id)).toEqual(['corvid', 'desktop-commander']);
  expect(comparison.rows).toEqual([
    {
      name: 'misquoted edits: made right · wrong · of these harmful',
      cells: { corvid: '95 % · 0.5 % · 0 %' },
    },
    { name: '`true` in the shell', cells: { corvid: '1.94 ms', 'desktop-commander': '31.0 ×' } },
    {
      name: 'of 2 kinds of files (encodings, line ends, …): kept as they are · changed',
      cells: { corvid: '1 · 1' },
    },
    { name: 'undo after a restart', cells: { corvid: 'yes' } },
  ]);
});

test('a chart says when its scale is logarithmic, and escapes what it is given', () => {
  const bars = (...values: number[]) =>
    values.map((value) => ({ series: 'corvid', value, text: `${value} < 1000` }));
  const chart = (...values: number[]) =>
    barChart({ title: 'a & b', axis: 'ms', series: [], groups: [{ label: 'x', bars: bars(...values) }] });
  expect(chart(1, 100)).toContain('ms (logarithmic scale)');
  expect(chart(1, 2)).not.toContain('logarithmic');
  expect(chart(1, 2)).toContain('<title id="title">a &amp; b: ms</title>');
  expect(chart(1, 2)).toContain('2 &lt; 1000');
});

test('a bar ten times as long on a logarithmic scale is one decade longer', () => {
  const bars = [1, 10, 100].map((value) => ({ series: 'corvid', value, text: '' }));
  const svg = barChart({ title: '', axis: '', series: [], groups: [{ label: '', bars }] });
  const widths = [...svg.matchAll(/class="corvid" x="[\d.]+" y="\d+" width="([\d.]+)"/g)].map(([, w]) =>
    Number(w),
  );
  expect(widths[2]! - widths[1]!).toBeCloseTo(widths[1]! - widths[0]!, 0);
});

test('a share is never rounded to none or to all', () => {
  const shares = [
    percent(0, 9999),
    percent(1, 9999),
    percent(9998, 9999),
    percent(9999, 9999),
    percent(1, 3),
  ];
  expect(shares).toEqual(['0', '0.1', '99.9', '100', '33.3']);
});

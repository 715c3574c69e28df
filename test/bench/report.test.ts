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
  renderReport(results: Results): string;
  comparisonOf(results: Results): { columns: { id: string }[]; rows: Row[] };
  percent(part: number, all: number): string;
  runPart(part: { script: string; args: string[] }, options: { isQuick: boolean }): Promise<unknown>;
};

const project = fileURLToPath(new URL('../..', import.meta.url));
const docs = join(project, 'docs');
const { renderReport, comparisonOf, runPart, percent } = await loadBench();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corvid-report-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** They are plain JavaScript, which the compiler does not look into. */
async function loadBench(): Promise<Bench> {
  const files = ['report/render.mjs', 'report/comparison.mjs', 'run-part.mjs', 'markdown.mjs'];
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(project, 'bench', file)).href)),
  );
  return Object.assign({}, ...modules);
}

async function committedResults(): Promise<Results> {
  return JSON.parse(await readFile(join(docs, 'benchmarks', 'results.json'), 'utf8'));
}

test('the committed report is what the committed results say', async () => {
  const report = renderReport(await committedResults());
  expect(await readFile(join(docs, 'benchmarks.md'), 'utf8'), 'run npm run bench -- --render').toBe(report);
  expect((await readdir(join(docs, 'benchmarks'))).sort()).toEqual(['results.json']);
});

test('the committed results name no machine and no folder of one', async () => {
  const text = await readFile(join(docs, 'benchmarks', 'results.json'), 'utf8');
  expect(text).not.toMatch(/\/(home|root|Users|tmp|work)\//);
  if (hostname().length > 3) expect(text).not.toContain(hostname());
});

test('--render makes the report from the results', async () => {
  await cp(join(docs, 'benchmarks', 'results.json'), join(folder, 'benchmarks', 'results.json'));
  const script = join(project, 'bench', 'run.mjs');
  await promisify(execFile)(process.execPath, [script, '--render', '--out', folder]);
  expect(await readFile(join(folder, 'benchmarks.md'), 'utf8')).toBe(
    await readFile(join(docs, 'benchmarks.md'), 'utf8'),
  );
});

test('a benchmark that failed is told with its error, and the others stay', async () => {
  const results = await committedResults();
  const parts = { acp: results.parts.acp!, terminal: { error: 'exit code 3, last words: no shell' } };
  const report = renderReport({ ...results, parts });
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
  const report = renderReport({ machine: {}, parts: { acp } });
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

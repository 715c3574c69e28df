#!/usr/bin/env node
// Measures `search` beside the `rg` command on the same tree, with the same program. See --help.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { copyTree, fetchTree } from '../ast/trees.mjs';
import { runBenchmark } from '../benchmark.mjs';
import { launchOf, programIn, snapshotBuild } from '../builds.mjs';
import { machineLine, table, targetTable, time, times } from '../markdown.mjs';
import { countOf, readOptions } from '../options.mjs';
import { measureLanes } from '../samples.mjs';
import { openSession } from '../server/session.mjs';
import { openWorkshop } from '../workshop.mjs';

const USAGE = `node bench/search/run.mjs [--json] [--quick] [--rounds N]
  --json      print JSON instead of Markdown
  --quick     five rounds
  --rounds N  how often each is measured (default 30)`;

const MAX_RATIO = 1.3;
const MAX_OVERHEAD_MS = 10;
const BURST = 3;
const BUDGET_MS = 60_000;

/** What is searched for: the input of the tool, and the same for the command. */
const CASES = [
  { name: 'a word that is rare', input: { pattern: 'computeWorldMatrix' }, args: ['computeWorldMatrix'] },
  { name: 'a word in most files', input: { pattern: 'import' }, args: ['import'] },
  { name: 'a word that is nowhere', input: { pattern: 'zzzNowhere' }, args: ['zzzNowhere'] },
  {
    name: 'a regular expression, two lines around',
    input: { pattern: 'class \\w+Camera\\b', context: 2 },
    args: ['-C2', 'class \\w+Camera\\b'],
  },
  {
    name: 'in files of one glob',
    input: { pattern: 'dispose', glob: '**/Cameras/**/*.js' },
    args: ['-g', '**/Cameras/**/*.js', 'dispose'],
  },
  { name: 'files by name', input: { glob: '*amera*.js' }, args: ['--files', '-g', '*amera*.js'] },
];

function parse(argv) {
  const options = readOptions(argv, { rounds: { type: 'string', default: '30' } });
  return { ...options, rounds: options.quick ? 5 : countOf('rounds', options.rounds) };
}

async function measure({ rounds }) {
  const workshop = openWorkshop();
  const { folder: original, files, bytes } = await fetchTree('javascript');
  await copyTree(original, workshop.files);
  const rg = ripgrep();
  const session = openSession(launchOf(programIn(snapshotBuild(workshop)), workshop, 'search'));
  await session.initialize();
  session.initialized();
  const rows = [];
  for (const { name, input, args } of CASES) {
    process.stderr.write(`search: ${name}\n`);
    const lanes = [
      { id: 'rg', perform: () => runCommand(rg, ['--no-config', '-n', ...args, workshop.files]) },
      { id: 'corvid', perform: () => callSearch(session, input) },
    ];
    const { rg: command, corvid } = await measureLanes(lanes, { rounds, burst: BURST, budgetMs: BUDGET_MS });
    rows.push({ name, command, corvid, ...compared(command, corvid) });
  }
  await session.close();
  return { rounds, tree: { files, bytes }, rows };
}

/** The program that the package brings, so that only the way to it differs. */
function ripgrep() {
  const main = createRequire(import.meta.url).resolve('@vscode/ripgrep');
  return createRequire(main).resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`);
}

function runCommand(file, args) {
  const startedAt = performance.now();
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve({ wallMs: performance.now() - startedAt }));
  });
}

async function callSearch(session, input) {
  const { wallMs, result } = await session.callTool('search', input);
  if (result.isError) throw new Error(result.content[0].text);
  return { wallMs };
}

/** `overheadMs` is what is left of the call's time after the allowed multiple of the command's. */
function compared(command, corvid) {
  if (command.error || corvid.error) throw new Error(command.error ?? corvid.error);
  const [base, own] = [command.wall.median, corvid.wall.median];
  return { ratio: own / base, overheadMs: own - MAX_RATIO * base };
}

function judge({ rows }) {
  return rows.map(({ name, overheadMs }) => ({
    name: `search, ${name}: ≤ ${MAX_RATIO} × rg + ${MAX_OVERHEAD_MS} ms`,
    measured: `${MAX_RATIO} × rg ${overheadMs < 0 ? '−' : '+'} ${time(Math.abs(overheadMs))} ms`,
    met: overheadMs < MAX_OVERHEAD_MS,
  }));
}

function render({ machine, rounds, tree, rows, targets }) {
  const lines = rows.map(({ name, command, corvid, ratio }) => [
    name,
    time(command.wall.median),
    time(corvid.wall.median),
    times(ratio),
  ]);
  return [
    '# Search',
    '',
    `${machineLine(machine)} ${tree.files} files, ${(tree.bytes / 1e6).toFixed(1)} MB; medians of ${rounds} rounds by turns, in milliseconds.`,
    '',
    ...table(['search for', '`rg`', '`search`', '×'], lines),
    '',
    ...targetTable(targets),
    '',
  ].join('\n');
}

runBenchmark('search', { parse, usage: USAGE, measure, judge, render });

#!/usr/bin/env node
// How long a tolerant match takes in large and in hostile files: milliseconds of an edit_file call that writes nothing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBenchmark } from '../benchmark.mjs';
import { machineLine, table, targetTable, time } from '../markdown.mjs';
import { countOf, LIBRARY, readOptions } from '../options.mjs';
import { summarise } from '../samples.mjs';
import { temporaryFolder } from '../workshop.mjs';
import { loadLibrary } from './drive.mjs';

const USAGE = `node bench/matching/time.mjs [--rounds N] [--json] [--entry FILE]
  --rounds N    so many calls of each (default 5)
  --entry FILE  measure this build instead of dist/index.js`;

const line = (number) => `  const value${number} = compute(${number}, "item ${number % 97}", options);`;
const program = (count) => Array.from({ length: count }, (_, at) => line(at));
const quoteAt = (lines, at, count = 8) => lines.slice(at, at + count);
const joined = (lines) => lines.join('\n');

/** A quotation of some lines, the third misspelt in both texts, the fifth changed in the new one. */
function misquoted(lines, at) {
  const old = quoteAt(lines, at).with(2, quoteAt(lines, at)[2].replace('compute', 'compuet'));
  return { text: joined(lines), old: joined(old), new: joined(old.with(4, `${old[4]} // changed`)) };
}

/** One line of code of about a megabyte; the quotation has other gaps between words. */
function longLine() {
  const words = Array.from({ length: 40_000 }, (_, at) => `call(value${at}, "text");`);
  const old = words.slice(20_000, 20_006).join('  ');
  return { text: words.join(' '), old, new: old.replace('value20003', 'other') };
}

/** One line again and again, quoted many times with a slip in the middle. */
function repeated(bytes, count) {
  const one = '  push(item, "the same line again");';
  const lines = new Array(Math.floor(bytes / (one.length + 1))).fill(one);
  const old = new Array(count).fill(one).with(count >> 1, one.replace('item', 'itme'));
  return { text: joined(lines), old: joined(old), new: joined([...old, '  done();']) };
}

function longQuote() {
  const lines = program(16_500);
  const old = lines.with(8_000, lines[8_000].replace('compute', 'compuet'));
  return { text: joined(['first', ...lines, 'last']), old: joined(old), new: joined([...old, '  done();']) };
}

const INPUTS = [
  { name: 'a typo in 10,000 lines', limit: 50, make: () => misquoted(program(10_000), 7_000) },
  { name: 'a typo in 100,000 lines', limit: 250, make: () => misquoted(program(100_000), 70_000) },
  { name: 'other gaps in one line of 1 MB', limit: 250, make: longLine },
  { name: '9 MB of one line, 20 of them quoted with a slip', limit: 1000, make: () => repeated(9e6, 20) },
  {
    name: '9 MB of one line, 2,000 of them quoted with a slip',
    limit: 1000,
    make: () => repeated(9e6, 2_000),
  },
  { name: 'a quotation of 900 KB with a slip', limit: 1000, make: longQuote },
];

async function measure({ entry, rounds }) {
  const library = await loadLibrary(entry);
  const folder = temporaryFolder('corvid-matching-time-');
  const rows = [];
  for (const { name, limit, make } of INPUTS) {
    process.stderr.write(`matching time: ${name}\n`);
    const workspace = library.openWorkspace({ roots: [folder], stateDirectory: join(folder, '.state') });
    const path = join(folder, `input-${rows.length}.txt`);
    const { text, ...call } = make();
    writeFileSync(path, text);
    const plain = { old: text.slice(0, 200), new: `${text.slice(0, 200)}x` };
    const tolerant = await timeCalls(library, workspace, path, call, rounds);
    const exact = await timeCalls(library, workspace, path, plain, rounds);
    await workspace.close();
    rows.push({ name, limit, kilobytes: Math.round(text.length / 1000), tolerant, exact });
  }
  return { rows };
}

async function timeCalls(library, workspace, path, call, rounds) {
  const samples = [];
  let answer;
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    answer = await library.edit(workspace, path, call, { dry_run: true });
    samples.push(performance.now() - startedAt);
  }
  return {
    ...summarise(samples),
    max: Math.max(...samples),
    answer: answer.ok ? 'found' : answer.error.name,
  };
}

function judge({ rows }) {
  return rows.map(({ name, limit, tolerant, exact }) => {
    const ms = Math.max(0, tolerant.median - (exact.answer === 'found' ? exact.median : 0));
    return { name: `${name}: match < ${limit} ms`, measured: `${time(ms)} ms`, met: ms < limit };
  });
}

function render({ machine, rows, targets }) {
  const cells = rows.map(({ name, kilobytes, tolerant, exact }) => [
    ...[name, kilobytes, time(tolerant.median), time(tolerant.max), tolerant.answer],
    `${time(exact.median)} (${exact.answer})`,
  ]);
  return [
    '# Time of a tolerant match',
    '',
    machineLine(machine),
    '',
    'A call of `edit_file` that writes nothing (`dry_run`), reading the file and making the diff included; the match is what it takes beyond a call that quotes the beginning of the file exactly, where that is found.',
    '',
    ...table(['', 'KB', 'median, ms', 'slowest, ms', 'answer', 'exact call, ms'], cells, { right: true }),
    '',
    ...targetTable(targets),
  ].join('\n');
}

function parse(argv) {
  const text = (value) => ({ type: 'string', default: value });
  const values = readOptions(argv, { rounds: text('5'), entry: text(LIBRARY) });
  return { ...values, rounds: countOf('rounds', values.rounds) };
}

runBenchmark('matching time', { parse, usage: USAGE, measure, judge, render });

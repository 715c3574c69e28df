#!/usr/bin/env node
// Measures how well misquoted edits of real code are placed, or refused. See --help and README.md.
import { writeFileSync } from 'node:fs';
import { runBenchmark } from '../benchmark.mjs';
import { casesOf } from './cases.mjs';
import { loadEdits } from './corpus/edits.mjs';
import { PACKAGES } from './corpus/packages.mjs';
import { groupOf, tally } from './counts.mjs';
import { loadLibrary, runCases } from './drive.mjs';
import { parseOptions, USAGE } from './options.mjs';
import { judgeTargets, renderCase, renderMarkdown } from './report.mjs';

async function measureAll(options) {
  const library = await loadLibrary(options.entry);
  const { drawn, skipped, languages, edits } = await drawAll(options);
  const rows = options.classes.map(({ name, row }) => ({ name, row, results: {} }));
  for (const column of options.columns) await measureColumn(column, drawn, rows, library, options);
  const { corpus, seeds, columns, file } = options;
  const packages = PACKAGES[corpus].map(({ name, from, to }) => ({ name, from, to }));
  const measured = { corpus, seeds, edits, languages, packages, skipped, columns, rows };
  if (file) writeFileSync(file, `${JSON.stringify(measured, undefined, 1)}\n`);
  return measured;
}

/** The cases of each class, of all seeds. */
async function drawAll({ corpus, seeds, classes, calls }) {
  const drawn = classes.map((mistake) => ({ mistake, cases: [] }));
  const counts = new Map();
  let all = { edits: [], skipped: [] };
  for (const seed of seeds) {
    all = await loadEdits(corpus, seed);
    for (const { language } of all.edits) counts.set(language, (counts.get(language) ?? 0) + 1);
    for (const one of drawn) one.cases.push(...casesOf(one.mistake, all.edits, { seed, calls }));
  }
  const languages = [...counts].map(([name, count]) => ({ name, count }));
  const edits = languages.reduce((sum, { count }) => sum + count, 0);
  return { drawn, skipped: all.skipped, languages, edits };
}

/** The cases of all classes in one go: a workspace for a few of each would be opened more often than used. */
async function measureColumn(column, drawn, rows, library, { show }) {
  const told = drawn.map(({ mistake, cases }) =>
    (column.mode === 'read' ? mistake.expects : mistake.unread) === 'skip' ? [] : cases,
  );
  const outcomes = await runCases(library, told.flat(), column);
  let from = 0;
  for (const [at, cases] of told.entries()) {
    const own = outcomes.slice(from, from + cases.length);
    from += cases.length;
    if (cases.length === 0) continue;
    rows[at].results[column.id] = { group: groupOf(cases[0], column.mode), counts: tally(own) };
    for (const verdict of ['wrong', 'refused']) showSome(cases, own, column, verdict, show[verdict]);
  }
}

function showSome(cases, outcomes, column, verdict, count) {
  const found = cases
    .map((one, at) => [one, outcomes[at]])
    .filter(([, outcome]) => outcome.verdict === verdict);
  const worstFirst = found.sort(([, a], [, b]) => b.harmful - a.harmful);
  for (const [one, outcome] of worstFirst.slice(0, count)) console.log(renderCase(one, outcome, column.id));
}

runBenchmark('matching', {
  parse: parseOptions,
  usage: USAGE,
  measure: measureAll,
  judge: judgeTargets,
  render: renderMarkdown,
});

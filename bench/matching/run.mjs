#!/usr/bin/env node
// Measures how well misquoted edits of real code are placed, or refused. See --help.
import { runBenchmark } from '../benchmark.mjs';
import { casesOf } from './cases.mjs';
import { loadEdits } from './corpus/edits.mjs';
import { PACKAGES } from './corpus/packages.mjs';
import { loadLibrary, runCases } from './drive.mjs';
import { parseOptions, USAGE } from './options.mjs';
import { judgeTargets, renderCase, renderMarkdown, tally } from './report.mjs';

async function measureAll(options) {
  const library = await loadLibrary(options.entry);
  const edits = await loadEdits(options.corpus, options.seed);
  const rows = [];
  for (const mistake of options.classes) rows.push(await measureClass(mistake, edits, library, options));
  return { ...describe(options, library, edits), rows };
}

async function measureClass(mistake, edits, library, options) {
  process.stderr.write(`matching: ${mistake.name}\n`);
  const cases = casesOf(mistake, edits, options);
  const results = {};
  for (const policy of options.policies) {
    const outcomes = await runCases(library, cases, policy);
    results[policy] = tally(outcomes);
    showFailures(cases, outcomes, policy, options.show);
  }
  return { name: mistake.name, group: mistake.group, results };
}

/** On stderr, so that the report stays clean. */
function showFailures(cases, outcomes, policy, count) {
  const failed = cases.map((one, at) => [one, outcomes[at]]).filter(([, { verdict }]) => verdict !== 'right');
  const worstFirst = failed.sort(([, a], [, b]) => (b.verdict === 'wrong') - (a.verdict === 'wrong'));
  for (const [one, outcome] of worstFirst.slice(0, count)) {
    process.stderr.write(`${renderCase(one, outcome, policy)}\n`);
  }
}

function describe({ corpus, seed, policies }, { hasEditFile }, edits) {
  const counts = new Map();
  for (const { language } of edits) counts.set(language, (counts.get(language) ?? 0) + 1);
  const languages = [...counts].map(([name, count]) => ({ name, count }));
  return { corpus, seed, hasEditFile, edits: edits.length, languages, packages: PACKAGES[corpus], policies };
}

runBenchmark('matching', {
  parse: parseOptions,
  usage: USAGE,
  measure: measureAll,
  judge: judgeTargets,
  render: renderMarkdown,
});

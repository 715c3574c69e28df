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
  const drawn = options.classes.map((mistake) => ({ mistake, cases: casesOf(mistake, edits, options) }));
  const rows = drawn.map(({ mistake: { name, group } }) => ({ name, group, results: {} }));
  for (const policy of options.policies) await measurePolicy(policy, drawn, rows, library, options);
  return { ...describe(options, library, edits), rows };
}

/** The cases of all classes in one go: a workspace for a few of each would be opened more often than used. */
async function measurePolicy(policy, drawn, rows, library, { show }) {
  process.stderr.write(`matching: ${policy}\n`);
  const outcomes = await runCases(
    library,
    drawn.flatMap(({ cases }) => cases),
    policy,
  );
  let from = 0;
  for (const [at, { cases }] of drawn.entries()) {
    const own = outcomes.slice(from, from + cases.length);
    from += cases.length;
    rows[at].results[policy] = tally(own);
    showFailures(cases, own, policy, show);
  }
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

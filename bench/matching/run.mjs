#!/usr/bin/env node
// Measures how well misquoted edits of real code are placed, or refused. See --help.
import { casesOf } from './cases.mjs';
import { loadEdits } from './corpus/edits.mjs';
import { PACKAGES } from './corpus/packages.mjs';
import { loadLibrary, runCases } from './drive.mjs';
import { parseOptions, USAGE } from './options.mjs';
import { renderCase, renderMarkdown, tally } from './report.mjs';

async function main() {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  const startedAt = performance.now();
  const library = await loadLibrary(options.entry);
  const edits = await loadEdits(options.corpus, options.seed);
  const rows = [];
  for (const mistake of options.classes) rows.push(await measureClass(mistake, edits, library, options));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const report = { ...describe(options, library, edits), rows, seconds };
  console.log(options.json ? JSON.stringify(report, rounded, 2) : renderMarkdown(report));
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

function rounded(_key, value) {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}

main().catch((error) => {
  process.stderr.write(`matching: ${error.message}\n`);
  process.exitCode = 1;
});

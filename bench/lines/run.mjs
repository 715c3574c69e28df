#!/usr/bin/env node
// Measures how well edit_lines indents real code: blocks whose indentation was lost on the way, and files whose
// indentation is wrong. See --help.
import { runBenchmark } from '../benchmark.mjs';
import { blockCase } from './block-cases.mjs';
import { blocksOf } from './blocks.mjs';
import { openLibrary, runCases } from './drive.mjs';
import { MUTATIONS } from './mutations.mjs';
import { parseOptions, USAGE } from './options.mjs';
import { REPAIRS, repairCase, repairPlaces } from './repairs.mjs';
import { judgeTargets, renderCase, renderMarkdown, tally } from './report.mjs';
import { loadSources, packagesOf } from './sources.mjs';

const PLACEMENTS = ['replace', 'insert'];

async function measureAll(options) {
  const library = await openLibrary(options.entry);
  const sources = await loadSources(options.corpus);
  const languages = blocksOf(sources, options.seed, options.limit);
  languages.sort((a, b) => a.language.localeCompare(b.language));
  const rows = [];
  for (const placement of PLACEMENTS)
    for (const mutation of MUTATIONS)
      for (const { language, blocks } of languages) {
        const all = blocks.flatMap((block) => blockCase(block, mutation, placement, options.seed) ?? []);
        for (const isLegal of [false, true]) {
          const { name, uniform = false } = mutation;
          const title = isLegal ? `${name}, legal as sent` : name;
          const row = { placement, mutation: title, uniform: uniform && !isLegal, language };
          const cases = all.filter((one) => one.isLegal === isLegal);
          if (cases.length > 0) rows.push(await measure(row, cases, library, options));
        }
      }
  const repairs = await measureRepairs(repairPlaces(sources, options.seed, options.limit), library, options);
  await library.workspace.close();
  const { corpus, seed } = options;
  const blocks = Object.fromEntries(languages.map(({ language, blocks }) => [language, blocks.length]));
  return { corpus, seed, packages: packagesOf(corpus), blocks, rows: rows.filter(Boolean), repairs };
}

/** Files that were wrong where the line goes, and those that only meant something else. */
async function measureRepairs(places, library, options) {
  const rows = [];
  for (const repair of REPAIRS)
    for (const { language, ...some } of places) {
      const all = some[repair.lines].flatMap((place) => repairCase(place, repair, options.seed) ?? []);
      const kinds = repair.isWhole ? { right: all } : grouped(all);
      for (const [file, cases] of Object.entries(kinds))
        rows.push(await measure({ repair: repair.name, file, language }, cases, library, options));
    }
  return rows.filter(Boolean);
}

const kindOf = ({ isBroken }) => (isBroken ? 'broken' : 'legal');

function grouped(cases) {
  const kinds = { broken: [], legal: [] };
  for (const one of cases) kinds[kindOf(one)].push(one);
  return kinds;
}

async function measure(row, cases, library, { only, show }) {
  const title = Object.values(row)
    .filter((part) => typeof part === 'string')
    .join(', ');
  if (!only.every((text) => title.includes(text))) return undefined;
  process.stderr.write(`lines: ${title}\n`);
  const outcomes = await runCases(library, cases);
  const failed = outcomes.filter(({ isRight }) => !isRight);
  for (const outcome of failed.slice(0, show)) process.stderr.write(`${renderCase(title, outcome)}\n`);
  return { ...row, ...tally(outcomes) };
}

runBenchmark('lines', {
  parse: parseOptions,
  usage: USAGE,
  measure: measureAll,
  judge: judgeTargets,
  render: renderMarkdown,
});

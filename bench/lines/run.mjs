#!/usr/bin/env node
// Measures how well edit_lines indents blocks of real code whose indentation was lost or changed. See --help.
import { runBenchmark } from '../benchmark.mjs';
import { createRandom } from '../matching/random.mjs';
import { blocksOf } from './blocks.mjs';
import { loadLibrary, runCases } from './drive.mjs';
import { MUTATIONS, unitOf } from './mutations.mjs';
import { parseOptions, USAGE } from './options.mjs';
import { judgeTargets, renderCase, renderMarkdown, tally } from './report.mjs';
import { loadSources, PACKAGES } from './sources.mjs';

const PLACEMENTS = ['replace', 'insert'];

async function measureAll(options) {
  const library = await loadLibrary(options.entry);
  const languages = blocksOf(await loadSources(options.corpus), options.seed, options.limit);
  languages.sort((a, b) => a.language.localeCompare(b.language));
  const rows = [];
  for (const placement of PLACEMENTS) {
    process.stderr.write(`lines: ${placement}\n`);
    for (const mutation of MUTATIONS)
      for (const { language, blocks } of languages)
        rows.push(await measure({ placement, mutation, language, blocks }, library, options));
  }
  const { corpus, seed } = options;
  const blocks = Object.fromEntries(languages.map(({ language, blocks }) => [language, blocks.length]));
  return { corpus, seed, packages: PACKAGES[corpus], blocks, rows: rows.filter(Boolean) };
}

async function measure({ placement, mutation, language, blocks }, library, { seed, only, show }) {
  const { name, uniform = false } = mutation;
  const title = `${placement}, ${name}, ${language}`;
  if (!only.every((text) => title.includes(text))) return undefined;
  const cases = blocks.flatMap((block) => caseOf(block, mutation, placement, seed) ?? []);
  const outcomes = await runCases(library, cases);
  const failed = outcomes.filter(({ isRight }) => !isRight);
  for (const outcome of failed.slice(0, show)) process.stderr.write(`${renderCase(title, outcome)}\n`);
  return { placement, mutation: name, uniform, language, ...tally(outcomes) };
}

function caseOf(block, mutation, placement, seed) {
  const { id, path, language, lines, from, to } = block;
  const random = createRandom(seed, mutation.name, id);
  const sent = mutation.make({ lines: lines.slice(from, to), unit: unitOf(lines), language, random });
  if (!sent) return undefined;
  const new_content = sent.join('\n');
  const expected = lines.join('\n');
  if (placement === 'replace') {
    const input = { command: 'replace', start_line: from + 1, end_line: to, new_content };
    return { id, path, disk: expected, expected, input };
  }
  const disk = [...lines.slice(0, from), ...lines.slice(to)].join('\n');
  return { id, path, disk, expected, input: { command: 'insert', insert_line: from, new_content } };
}

runBenchmark('lines', {
  parse: parseOptions,
  usage: USAGE,
  measure: measureAll,
  judge: judgeTargets,
  render: renderMarkdown,
});

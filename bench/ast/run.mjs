#!/usr/bin/env node
// Measures a rewrite by pattern over thousands of files beside the command line of ast-grep. See --help.
import { join } from 'node:path';
import { runBenchmark } from '../benchmark.mjs';
import { countOf, expectKnown, namesOf, readOptions } from '../options.mjs';
import { openWorkshop } from '../workshop.mjs';
import { openAstGrep } from './ast-grep.mjs';
import { CASES } from './cases.mjs';
import { openCorvid } from './corvid.mjs';
import { measureDry, measureWriting } from './measure.mjs';
import { judgeTargets, renderMarkdown } from './report.mjs';
import { copyTree, fetchTree, TREES } from './trees.mjs';

const KINDS = [...new Set(CASES.map(({ kind }) => kind))];
const USAGE = `node bench/ast/run.mjs [--json] [--quick] [--rounds N] [--only NAME]… [--dry] [--write NAME]…
  --json        print JSON instead of Markdown
  --quick       one round
  --rounds N    how often each is measured (default 5)
  --only NAME   a tree (javascript, typescript, python) or a kind of pattern (rare, frequent, no word); may be repeated
  --dry         do not measure writing
  --write NAME  measure writing for this kind of pattern only; may be repeated`;

function parse(argv) {
  const many = { type: 'string', multiple: true, default: [] };
  const options = readOptions(argv, {
    rounds: { type: 'string', default: '5' },
    only: many,
    write: many,
    dry: { type: 'boolean', default: false },
  });
  return {
    ...options,
    rounds: options.quick ? 1 : countOf('rounds', options.rounds),
    only: expectKnown('only', namesOf(options.only), [...Object.keys(TREES), ...KINDS], USAGE),
    write: expectKnown('write', namesOf(options.write), KINDS, USAGE),
  };
}

async function measureAll({ only, dry: isDry, write, rounds }) {
  const workshop = openWorkshop();
  const astGrep = await openAstGrep(workshop);
  const corvid = openCorvid(workshop);
  const trees = {};
  const rows = [];
  for (const one of CASES.filter((one) => isWanted(one, only))) {
    process.stderr.write(`ast: ${one.tree}, ${one.kind}\n`);
    const { folder: original, ...size } = await fetchTree(one.tree);
    trees[one.tree] = size;
    const copy = join(workshop.files, one.tree);
    await copyTree(original, copy);
    const dry = await measureDry(one, copy, { astGrep, corvid }, rounds);
    const isWritten = !isDry && (write.length === 0 || write.includes(one.kind));
    const writing = isWritten
      ? await measureWriting(one, original, workshop.files, { astGrep, corvid }, rounds)
      : undefined;
    rows.push({ ...one, dry, writing });
  }
  return { rounds, titles: { astGrep: astGrep.title, corvid: corvid.title }, trees, rows };
}

function isWanted({ tree, kind }, only) {
  const chosen = (all, own) => !all.some((name) => only.includes(name)) || only.includes(own);
  return chosen(Object.keys(TREES), tree) && chosen(KINDS, kind);
}

runBenchmark('ast', {
  parse,
  usage: USAGE,
  measure: measureAll,
  judge: judgeTargets,
  render: renderMarkdown,
});

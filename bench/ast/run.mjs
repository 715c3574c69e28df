#!/usr/bin/env node
// Measures a rewrite by pattern over thousands of files beside the command line of ast-grep. See --help.
import { join } from 'node:path';
import { timedRun } from '../machine.mjs';
import { countOf, expectKnown, namesOf, readOptions } from '../options.mjs';
import { print, runMain } from '../output.mjs';
import { openWorkshop } from '../workshop.mjs';
import { openAstGrep } from './ast-grep.mjs';
import { CASES } from './cases.mjs';
import { openCorvid } from './corvid.mjs';
import { measureDry, measureWriting } from './measure.mjs';
import { judgeTargets, renderMarkdown } from './report.mjs';
import { copyTree, fetchTree, TREES } from './trees.mjs';

const KINDS = [...new Set(CASES.map(({ kind }) => kind))];
const USAGE = `node bench/ast/run.mjs [--json] [--quick] [--rounds N] [--only NAME]… [--dry]
  --json        print JSON instead of Markdown
  --quick       one round
  --rounds N    how often each is measured (default 5)
  --only NAME   a tree (javascript, typescript, python) or a kind of pattern (rare, frequent, no word); may be repeated
  --dry         do not measure writing`;

async function main() {
  const options = readOptions(process.argv.slice(2), {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true, default: [] },
    dry: { type: 'boolean', default: false },
  });
  if (options.help) return console.log(USAGE);
  const rounds = options.quick ? 1 : countOf('rounds', options.rounds);
  const only = expectKnown('only', namesOf(options.only), [...Object.keys(TREES), ...KINDS], USAGE);
  const { measured, machine } = await timedRun(() => measureAll({ ...options, only, rounds }));
  const report = { machine: { ...machine, rounds }, ...measured, targets: judgeTargets(measured) };
  print(report, options, renderMarkdown);
}

async function measureAll({ only, dry: isDry, rounds }) {
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
    const writing = isDry
      ? undefined
      : await measureWriting(one, original, workshop.files, { astGrep, corvid }, rounds);
    rows.push({ ...one, dry, writing });
  }
  return { titles: { astGrep: astGrep.title, corvid: corvid.title }, trees, rows };
}

function isWanted({ tree, kind }, only) {
  const chosen = (all, own) => !all.some((name) => only.includes(name)) || only.includes(own);
  return chosen(Object.keys(TREES), tree) && chosen(KINDS, kind);
}

runMain('ast', main);

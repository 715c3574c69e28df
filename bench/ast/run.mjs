#!/usr/bin/env node
// Measures a rewrite by pattern over thousands of files beside the command line of ast-grep. See --help.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, load } from '../machine.mjs';
import { openWorkshop } from '../workshop.mjs';
import { openAstGrep } from './ast-grep.mjs';
import { CASES } from './cases.mjs';
import { openCorvid } from './corvid.mjs';
import { measureDry, measureWriting } from './measure.mjs';
import { renderMarkdown } from './report.mjs';
import { copyTree, fetchTree } from './trees.mjs';

const USAGE = `node bench/ast/run.mjs [--json] [--rounds N] [--only NAME]… [--dry]
  --json        print JSON instead of Markdown
  --rounds N    how often each is measured (default 5)
  --only NAME   a tree (javascript, typescript, python) or a kind of pattern (rare, frequent); may be repeated
  --dry         do not measure writing`;

async function main() {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', multiple: true, default: [] },
      dry: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const report = await measureAll(values);
  console.log(values.json ? JSON.stringify(report, null, 2) : renderMarkdown(report));
}

async function measureAll({ only, dry: isDry, rounds: given }) {
  const workshop = openWorkshop();
  const rounds = Number(given);
  const astGrep = await openAstGrep(workshop);
  const corvid = openCorvid(workshop);
  const startedAt = performance.now();
  const loadBefore = load();
  const trees = {};
  const rows = [];
  for (const one of CASES.filter((one) => isWanted(one, only))) {
    process.stderr.write(`ast: ${one.tree}, ${one.kind}\n`);
    trees[one.tree] ??= await fetchTree(one.tree);
    const original = trees[one.tree].folder;
    const copy = join(workshop.files, one.tree);
    await copyTree(original, copy);
    const dry = await measureDry(one, copy, { astGrep, corvid }, rounds);
    const writing = isDry
      ? undefined
      : await measureWriting(one, original, workshop.files, { astGrep, corvid }, rounds);
    rows.push({ ...one, dry, writing });
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const machine = { ...describeMachine(), rounds, loadBefore, loadAfter: load(), seconds };
  return { machine, titles: { astGrep: astGrep.title, corvid: corvid.title }, trees, rows };
}

function isWanted({ tree, kind }, only) {
  const names = only.flatMap((name) => name.split(','));
  const chosen = (all, own) => !all.some((name) => names.includes(name)) || names.includes(own);
  return (
    chosen(['javascript', 'typescript', 'python'], tree) && chosen(['rare', 'frequent', 'no word'], kind)
  );
}

main().catch((error) => {
  process.stderr.write(`ast: ${error.stack}\n`);
  process.exitCode = 1;
});

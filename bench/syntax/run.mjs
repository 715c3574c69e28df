#!/usr/bin/env node
// Measures what the syntax check costs: alone, within an edit, and those who never need it. See --help.
import { parseArgs } from 'node:util';
import { describeMachine, load } from '../machine.mjs';
import { openWorkshop } from '../workshop.mjs';
import { BASE, baseBuild, loadChecker, snapshotBuild } from './builds.mjs';
import { measureChecks, prepareInputs } from './check-cost.mjs';
import { measureEdits } from './edit-cost.mjs';
import { renderMarkdown } from './report.mjs';
import { measureIdle } from './start-cost.mjs';

const SECTIONS = ['checks', 'edits', 'idle'];
const USAGE = `node bench/syntax/run.mjs [--json] [--quick] [--only NAME]…
  --json       print JSON instead of Markdown
  --quick      fewer samples
  --only NAME  a section (${SECTIONS.join(', ')}); may be repeated`;

const FULL = {
  checks: { fresh: 3, later: 30, budgetMs: 8_000 },
  edits: { rounds: 15, burst: 4, budgetMs: 20_000 },
  idle: { starts: { rounds: 15, burst: 1, budgetMs: 40_000 }, weighings: 10 },
};
const QUICK = {
  checks: { fresh: 2, later: 6, budgetMs: 2_000 },
  edits: { rounds: 4, burst: 2, budgetMs: 4_000 },
  idle: { starts: { rounds: 4, burst: 1, budgetMs: 8_000 }, weighings: 4 },
};

async function main() {
  const options = parse(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  const workshop = openWorkshop();
  const startedAt = performance.now();
  const loadBefore = load();
  const measured = await measure(workshop, options);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const report = {
    machine: { ...describeMachine(), loadBefore, loadAfter: load(), seconds },
    base: BASE,
    ...measured,
  };
  console.log(options.json ? JSON.stringify(report, rounded, 2) : renderMarkdown(report));
}

async function measure(workshop, { only, amount }) {
  const wants = (section) => only.length === 0 || only.includes(section);
  const build = snapshotBuild(workshop);
  const parserSyntax = await loadChecker(build);
  const measured = {};
  if (wants('idle')) {
    const base = baseBuild(workshop);
    if (base) measured.idle = await measureIdle({ base, corvid: build }, workshop, amount.idle, tell);
    else tell(`the commit ${BASE} is not here: start and idle memory cannot be compared`);
  }
  if (!wants('checks') && !wants('edits')) return measured;
  const inputs = await prepareInputs(parserSyntax, tell);
  if (wants('checks')) measured.checks = await measureChecks(parserSyntax, inputs, amount.checks, tell);
  if (wants('edits')) {
    const edited = ['javascript', 'typescript', 'python'];
    const chosen = inputs.filter(({ language, lines }) => edited.includes(language) && lines === 1_000);
    measured.edits = await measureEdits(build, chosen, workshop, amount.edits, tell);
  }
  return measured;
}

function parse(args) {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const unknown = values.only.filter((name) => !SECTIONS.includes(name));
  if (unknown.length > 0) throw new Error(`--only does not know ${unknown.join(', ')}\n${USAGE}`);
  return { ...values, amount: values.quick ? QUICK : FULL };
}

function rounded(_key, value) {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}

function tell(step) {
  process.stderr.write(`syntax: ${step}\n`);
}

main().catch((error) => {
  process.stderr.write(`syntax: ${error.message}\n`);
  process.exitCode = 1;
});

#!/usr/bin/env node
// Measures what the syntax check costs: alone, within an edit, and those who never need it. See --help.
import { runBenchmark } from '../benchmark.mjs';
import { snapshotBuild } from '../builds.mjs';
import { expectKnown, namesOf, readOptions } from '../options.mjs';
import { teller } from '../output.mjs';
import { openWorkshop } from '../workshop.mjs';
import { BASE, baseBuild, loadChecker } from './builds.mjs';
import { LANGUAGES, measureChecks, prepareInputs } from './check-cost.mjs';
import { measureEdits } from './edit-cost.mjs';
import { judgeTargets, renderMarkdown } from './report.mjs';
import { measureIdle } from './start-cost.mjs';

const SECTIONS = ['checks', 'edits', 'idle'];
const tell = teller('syntax');
const USAGE = `node bench/syntax/run.mjs [--json] [--quick] [--only NAME]… [--language NAME]…
  --json       print JSON instead of Markdown
  --quick      fewer samples
  --only NAME  a section (${SECTIONS.join(', ')}); may be repeated
  --language NAME  check texts of this language only; may be repeated`;

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

async function measure({ only, amount, languages }) {
  const workshop = openWorkshop();
  const wants = (section) => only.length === 0 || only.includes(section);
  const build = snapshotBuild(workshop);
  const parserSyntax = await loadChecker(build);
  const measured = { base: BASE };
  if (wants('idle')) {
    const base = baseBuild(workshop);
    if (base) measured.idle = await measureIdle({ base, corvid: build }, workshop, amount.idle, tell);
    else tell(`the commit ${BASE} is not here: start and idle memory cannot be compared`);
  }
  if (!wants('checks') && !wants('edits')) return measured;
  const inputs = await prepareInputs(parserSyntax, languages, tell);
  if (wants('checks')) measured.checks = await measureChecks(parserSyntax, inputs, amount.checks, tell);
  if (wants('edits')) {
    const edited = ['javascript', 'typescript', 'python'];
    const chosen = inputs.filter(({ language, lines }) => edited.includes(language) && lines === 1_000);
    measured.edits = await measureEdits(build, chosen, workshop, amount.edits, tell);
  }
  return measured;
}

function parse(args) {
  const many = { type: 'string', multiple: true, default: [] };
  const values = readOptions(args, { only: many, language: many });
  const languages = expectKnown('language', namesOf(values.language), LANGUAGES, USAGE);
  return {
    ...values,
    only: expectKnown('only', namesOf(values.only), SECTIONS, USAGE),
    languages: languages.length > 0 ? languages : LANGUAGES,
    amount: values.quick ? QUICK : FULL,
  };
}

runBenchmark('syntax', { parse, usage: USAGE, measure, judge: judgeTargets, render: renderMarkdown });

#!/usr/bin/env node
// The same edits, misquoted or not, given to the editing tools of others. See --help and README.md.
import { describeMachine } from '../machine.mjs';
import { runMain } from '../output.mjs';
import { openWorkshop } from '../workshop.mjs';
import { drawCases } from './cases.mjs';
import { measureFacts } from './facts/index.mjs';
import { measureCases, tally } from './measure-cases.mjs';
import { parseOptions, USAGE } from './options.mjs';
import { renderMarkdown, renderWrong } from './report.mjs';
import { addTallies, rowsOf } from './rows.mjs';
import { openSavedResults } from './saved-results.mjs';

/** For the cases of one class; a usual machine needs a tenth of it at most. */
const LIMIT_MS = 900_000;

async function main() {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  const workshop = openWorkshop();
  const parts = await drawCases(options);
  const measured = new Map();
  for (const editor of options.editors) {
    process.stderr.write(`peers: ${editor.title}\n`);
    const outcome = await measureEditor(editor, parts, workshop, options).catch((error) => ({
      absent: nameless(error.message),
    }));
    measured.set(editor.id, outcome);
    process.stderr.write(outcome.wrong ? renderWrong(outcome.wrong, options.show) : `${outcome.absent}\n`);
  }
  const columns = options.editors.map(({ id, title, version }) => ({ id, title, version }));
  const cases = parts.reduce((sum, part) => sum + part.cases.length, 0);
  const report = { machine: describeMachine(), seeds: options.seeds, cases, columns };
  report.rows = rowsOf(parts, columns, measured);
  console.log(options.json ? JSON.stringify(report, undefined, 2) : renderMarkdown(report));
}

/** A reason without paths and hosts, which belong in no report. */
function nameless(reason) {
  return reason
    .split('\n')[0]
    .replaceAll(/\S*[\\/]\S*/g, '…')
    .slice(0, 200);
}

async function measureEditor(editor, all, workshop, { again }) {
  const parts = all.filter(({ cases }) => !(cases[0].cutsLines && editor.wholeLines));
  const saved = openSavedResults(editor, { isFresh: again });
  const missing = parts.filter((part) => !saved.tallyOf(part));
  const wrong = [];
  if (missing.length > 0 || !saved.facts()) {
    const startedAt = performance.now();
    wrong.push(...(await measureMissing(editor, missing, saved, workshop)));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`peers: ${editor.title} took ${seconds} s for ${missing.length} classes\n`);
  }
  return { tallies: talliesOf(parts, saved), facts: saved.facts(), wrong, reason: editor.wholeLines };
}

/** Measures these classes one by one and saves the counts of each; returns the calls that went wrong. */
async function measureMissing(editor, parts, saved, workshop) {
  const installed = await editor.install(workshop);
  const folder = (name) => workshop.folder(`${editor.id}-${name}`);
  const scene = { installed, root: folder('files'), home: folder('home'), outside: folder('outside') };
  const open = () => editor.open(scene);
  const session = await open();
  const wrong = [];
  try {
    for (const part of parts) {
      const outcomes = await withinTime(measureCases(session, part, scene.root), part.name);
      saved.saveTally(part, tally(outcomes));
      wrong.push(
        ...part.cases.flatMap((one, at) => (outcomes[at].verdict === 'wrong' ? [[one, outcomes[at]]] : [])),
      );
    }
    if (!saved.facts()) saved.saveFacts(await measureFacts(editor, session, scene, open));
    return wrong;
  } finally {
    await session.close();
  }
}

function withinTime(promise, name) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The counts of each class, of all its seeds. */
function talliesOf(parts, saved) {
  const tallies = new Map();
  for (const part of parts) {
    const known = tallies.get(part.name);
    const own = saved.tallyOf(part);
    tallies.set(part.name, known ? addTallies(known, own) : own);
  }
  return tallies;
}

runMain('peers', main);

#!/usr/bin/env node
// The same edits, misquoted or not, given to the editing tools of others. See --help and README.md.
import { describeMachine } from '../machine.mjs';
import { runMain } from '../output.mjs';
import { openWorkshop } from '../workshop.mjs';
import { drawCases } from './cases.mjs';
import { measureFacts } from './facts/index.mjs';
import { measureCases, tallyByClass } from './measure-cases.mjs';
import { parseOptions, USAGE } from './options.mjs';
import { renderMarkdown, renderWrong } from './report.mjs';
import { rowsOf } from './rows.mjs';

/** For the cases of one tool; a usual machine needs a tenth of it at most. */
const LIMIT_MS = 3_600_000;

async function main() {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  const workshop = openWorkshop();
  const cases = await drawCases(options);
  const measured = new Map();
  for (const editor of options.editors) {
    process.stderr.write(`peers: ${editor.title}\n`);
    const outcome = await measureEditor(editor, cases, workshop).catch((error) => ({
      absent: nameless(error.message),
    }));
    measured.set(editor.id, outcome);
    process.stderr.write(outcome.wrong ? renderWrong(outcome.wrong, options.show) : `${outcome.absent}\n`);
  }
  const columns = options.editors.map(({ id, title, version }) => ({ id, title, version }));
  const report = { machine: describeMachine(), seeds: options.seeds, cases: cases.length, columns };
  report.rows = rowsOf(cases, columns, measured);
  console.log(options.json ? JSON.stringify(report, undefined, 2) : renderMarkdown(report));
}

/** A reason without paths and hosts, which belong in no report. */
function nameless(reason) {
  return reason
    .split('\n')[0]
    .replaceAll(/\S*[\\/]\S*/g, '…')
    .slice(0, 200);
}

async function measureEditor(editor, all, workshop) {
  const cases = all.filter(({ cutsLines }) => !(cutsLines && editor.wholeLines));
  const installed = await editor.install(workshop);
  const startedAt = performance.now();
  const folder = (name) => workshop.folder(`${editor.id}-${name}`);
  const scene = { installed, root: folder('files'), home: folder('home'), outside: folder('outside') };
  const open = () => editor.open(scene);
  const session = await open();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    session.close();
  }, LIMIT_MS);
  try {
    const outcomes = await measureCases(session, cases, scene.root);
    if (isLate) throw new Error(`its cases took longer than ${LIMIT_MS / 1000} s`);
    const facts = await measureFacts(editor, session, scene, open);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`peers: ${editor.title} took ${seconds} s\n`);
    const wrong = cases.flatMap((one, at) => (outcomes[at].verdict === 'wrong' ? [[one, outcomes[at]]] : []));
    return { tallies: tallyByClass(cases, outcomes), facts, wrong, reason: editor.wholeLines };
  } finally {
    clearTimeout(timer);
    await session.close();
  }
}

runMain('peers', main);

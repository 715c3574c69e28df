#!/usr/bin/env node
// Measures Corvid beside two peers and beside what Node itself costs, in one run. See --help.
import { basename } from 'node:path';
import { timedRun } from '../machine.mjs';
import { measureCalls, measureReads } from '../measure/calls.mjs';
import { measureEdits } from '../measure/edits.mjs';
import { openAndWeigh } from '../measure/footprint.mjs';
import { measureInstall } from '../measure/install.mjs';
import { measureStart } from '../measure/start.mjs';
import { BUILD } from '../options.mjs';
import { print, runMain, teller } from '../output.mjs';
import { openWorkshop } from '../workshop.mjs';
import { bareNode, FLOOR, prepareContestants } from './contestants.mjs';
import { parseOptions, USAGE } from './options.mjs';
import { renderMarkdown } from './report.mjs';
import { judgeTargets, withRatios } from './targets.mjs';

const tell = teller('server');
const SESSION_SECTIONS = ['calls', 'reads', 'edits', 'footprint'];

async function main() {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  const report = await runBenchmark(options);
  print(report, options, renderMarkdown);
  if (corvidFailed(report)) process.exitCode = 1;
}

async function runBenchmark(options) {
  const workshop = openWorkshop();
  tell('preparing the servers (the first run installs the peers)');
  const { contestants, absent } = await prepareContestants(workshop, options);
  const { measured, machine } = await timedRun(() => measureAll(contestants, workshop, options));
  const { sections, failed } = measured;
  absent.push(...failed);
  return {
    machine: { ...machine, notes: notesOn(workshop, options) },
    columns: columnsOf(options, contestants, absent),
    absent,
    sections: sections.map(withRatios),
    targets: judgeTargets(sections),
  };
}

async function measureAll(contestants, workshop, { sections: wanted, amount }) {
  const sections = [];
  const failed = [];
  const withFloor = [bareNode(workshop), ...contestants];
  if (wanted.includes('start')) {
    tell('start');
    sections.push(await measureStart(withFloor, amount.starts));
  }
  if (SESSION_SECTIONS.some((section) => wanted.includes(section))) {
    const open = await measureOpen(withFloor, workshop, { wanted, amount });
    sections.push(...open.sections);
    failed.push(...open.failed);
  }
  if (wanted.includes('install')) {
    tell('install');
    sections.push(await measureInstall(contestants, workshop));
  }
  return { sections, failed };
}

/** The sections that share one open session for each server. */
async function measureOpen(contestants, workshop, { wanted, amount }) {
  tell('footprint');
  const { sessions, failed, section, close } = await openAndWeigh(contestants);
  const measures = { calls: measureCalls, reads: measureReads, edits: measureEdits };
  const sections = [];
  try {
    for (const [name, measure] of Object.entries(measures).filter(([name]) => wanted.includes(name))) {
      tell(name);
      sections.push(await measure(sessions, amount[name], workshop));
    }
  } finally {
    await close();
  }
  if (wanted.includes('footprint')) sections.push(section);
  return { sections, failed };
}

function columnsOf({ servers }, contestants, absent) {
  const column = (id) => {
    const missing = absent.find((one) => one.id === id);
    if (missing) return { id, title: missing.title, absent: true };
    return { id, title: contestants.find((one) => one.id === id).title };
  };
  return [{ id: FLOOR, title: 'floor' }, ...servers.map(column)];
}

function corvidFailed({ absent, sections }) {
  const cells = sections.flatMap(({ rows }) => rows.map((row) => row.cells.corvid));
  return absent.some(({ id }) => id === 'corvid') || cells.some((cell) => cell?.error);
}

function notesOn(workshop, { entry }) {
  const notes = [];
  if (entry !== BUILD)
    notes.push(`Corvid was measured from ${basename(entry)}, not from this project's build.`);
  if (workshop.inMemory)
    notes.push('The files lay in memory (tmpfs): fsync is free there, so the editing rows mean little.');
  if (process.platform !== 'linux') notes.push('CPU times are known on Linux only; ratios use wall time.');
  return notes;
}

runMain('server', main);

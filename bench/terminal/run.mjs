#!/usr/bin/env node
// Measures the terminal beside its peers and beside what a PTY itself costs, in one run.
//   node bench/terminal/run.mjs [--json] [--quick]
import { rmSync } from 'node:fs';
import { runBenchmark } from '../benchmark.mjs';
import { readOptions } from '../options.mjs';
import { teller } from '../output.mjs';
import { openWorkshop } from '../workshop.mjs';
import { openContestants } from './contestants.mjs';
import { measureFirstCommand } from './first-command.mjs';
import { judgeTargets, renderReport } from './report.mjs';
import { measureSteps } from './steps.mjs';
import { summary } from './summary.mjs';
import { measureThroughput } from './throughput.mjs';

const tell = teller('terminal');
const QUICK = { trues: 40, sleeps: 8, starts: 3, megabytes: 50, rounds: 1, steps: 3 };
const FULL = { trues: 200, sleeps: 20, starts: 7, megabytes: 200, rounds: 3, steps: 10 };

const BURST = 20;

async function measure({ quick }) {
  const amount = quick ? QUICK : FULL;
  const workshop = openWorkshop();
  tell('preparing (the first run installs the peer)');
  const { contestants, absent, close } = await openContestants(workshop);
  const report = { absent, rows: [] };
  try {
    for (const [title, command, count] of [
      ['`true`', 'true', amount.trues],
      ['`sleep 0.05`', 'sleep 0.05', amount.sleeps],
    ]) {
      tell(title);
      report.rows.push({ title, cells: await measureRoundTrips(contestants, command, count) });
    }
    tell('an answered prompt');
    report.rows.push({ title: 'one step of a prompt', cells: await measureSteps(contestants, amount.steps) });
    tell('first command');
    report.rows.push({
      title: 'start to first result',
      cells: await measureFirstCommand(contestants, amount.starts),
    });
    tell('throughput');
    report.throughput = await measureThroughput(contestants, workshop, amount);
  } finally {
    await close();
    rmSync(workshop.dir, { recursive: true, force: true });
  }
  report.rows = report.rows.map(withRatios);
  return report;
}

/** A few calls each in turn, so that a drift of the machine's load hits all alike and none starts cold each time. */
async function measureRoundTrips(contestants, command, count) {
  const times = Object.fromEntries(contestants.map(({ id }) => [id, []]));
  for (let round = 0; round < count / BURST; round++) {
    for (const { id, run, most = count } of contestants) {
      for (let call = 0; call < BURST && times[id].length < most; call++) {
        const startedAt = performance.now();
        await run(command);
        times[id].push(performance.now() - startedAt);
      }
    }
  }
  return Object.fromEntries(Object.entries(times).map(([id, all]) => [id, summary(all)]));
}

/** Corvid's median divided by that of each other. */
function withRatios(row) {
  const others = Object.entries(row.cells).filter(([id]) => id !== 'corvid');
  const ratios = others.map(([id, { median }]) => [id, row.cells.corvid.median / median]);
  return { ...row, ratios: Object.fromEntries(ratios) };
}

runBenchmark('terminal', {
  parse: readOptions,
  usage: 'node bench/terminal/run.mjs [--json] [--quick]',
  measure,
  judge: judgeTargets,
  render: renderReport,
});

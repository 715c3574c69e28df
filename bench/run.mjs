#!/usr/bin/env node
// Runs all benchmarks, one after the other, and writes one report of them. See --help.
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { timedRun } from './machine.mjs';
import { expectKnown, namesOf, PROJECT, readOptions } from './options.mjs';
import { runMain, teller } from './output.mjs';
import { BENCHMARKS } from './parts.mjs';
import { readResults, writeReport, writeResults } from './report/files.mjs';
import { renderReport } from './report/render.mjs';
import { runPart } from './run-part.mjs';

const NAMES = BENCHMARKS.map(({ id }) => id);
const DOCS = join(PROJECT, 'docs');
const USAGE = `npm run bench -- [--quick] [--only NAMES [--write]] [--out DIR] [--json] [--render]
  Runs the benchmarks (${NAMES.join(', ')}) and writes benchmarks.md
  and benchmarks/results.json into docs/.
  --quick       few samples; the report is printed, docs/ stays as it is
  --only NAMES  some of them, with commas between; the report is printed, docs/ stays as it is
  --write       with --only: take the others from the results in docs/ and write the report and the README's table
  --out DIR     write into this folder
  --json        print the results as JSON instead of a report
  --render      measure nothing: make the report from the results in docs/ (or --out)`;
const tell = teller('bench');

async function main() {
  const options = readOptions(process.argv.slice(2), {
    only: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    write: { type: 'boolean', default: false },
    render: { type: 'boolean', default: false },
  });
  if (options.help) return console.log(USAGE);
  if (options.render) return publish(undefined, resolve(options.out ?? DOCS));
  const only = expectKnown('only', namesOf(options.only), NAMES, USAGE);
  const results = await runAll(only, options);
  if (options.write) return publishSome(results);
  const isWhole = only.length === 0 && !options.quick;
  if (options.out || isWhole) publish(results, resolve(options.out ?? DOCS));
  if (options.json) console.log(JSON.stringify(results));
  else if (!options.out && !isWhole) console.log(renderReport(results));
  if (Object.values(results.parts).some(({ error }) => error)) process.exitCode = 1;
}

async function runAll(only, { quick }) {
  const chosen = BENCHMARKS.filter(({ id }) => only.length === 0 || only.includes(id));
  const { measured, machine } = await timedRun(async () => {
    const parts = {};
    for (const [at, benchmark] of chosen.entries()) {
      tell(`${benchmark.id}, ${at + 1} of ${chosen.length}`);
      const { measured: data, machine: own } = await timedRun(() => runPart(benchmark, { isQuick: quick }));
      if (data.error) tell(`${benchmark.id} failed: ${data.error}`);
      const { loadBefore, loadAfter, seconds } = own;
      parts[benchmark.id] = { ...data, machine: { loadBefore, loadAfter, seconds } };
    }
    return parts;
  });
  return { machine, ...(quick ? { quick } : {}), parts: measured };
}

/** Puts parts measured anew among those in docs/, each with the day when it was measured. */
function publishSome({ machine, quick, parts }) {
  const failed = Object.entries(parts).filter(([, { error }]) => error);
  if (failed.length > 0)
    throw new Error(`nothing was written: ${failed.map(([id]) => id).join(', ')} failed`);
  const before = readResults(DOCS);
  const when = `${machine.date}${quick ? ' with few samples' : ''}`;
  const dated = Object.fromEntries(
    Object.entries(parts).map(([id, part]) => [id, { ...part, machine: { ...part.machine, when } }]),
  );
  publish({ ...before, parts: { ...before.parts, ...dated } }, DOCS);
  execFileSync(process.execPath, [join(PROJECT, 'scripts', 'generate-docs.mjs')], { stdio: 'inherit' });
}

function publish(results, folder) {
  if (results) writeResults(folder, results);
  else readResults(folder);
  tell(`wrote ${writeReport(folder)}`);
}

runMain('bench', main);

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rounded } from '../output.mjs';
import { renderReport } from './render.mjs';

const RESULTS = join('benchmarks', 'results.json');
const LONGEST_LINE = 160;

/** The results of the run whose report is in this folder. */
export function readResults(folder) {
  return JSON.parse(readFileSync(join(folder, RESULTS), 'utf8'));
}

export function writeResults(folder, results) {
  write(join(folder, RESULTS), `${compact(JSON.parse(JSON.stringify(results, rounded)))}\n`);
}

/** Writes the Markdown and the charts of the results in this folder; charts of earlier runs go. */
export function writeReport(folder) {
  const files = renderReport(readResults(folder));
  const charts = readdirSync(join(folder, 'benchmarks')).filter((name) => name.endsWith('.svg'));
  for (const name of charts) rmSync(join(folder, 'benchmarks', name));
  for (const [path, content] of Object.entries(files)) write(join(folder, path), content);
  return Object.keys(files);
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** JSON with a line for what fits into one: small, and changes can be read line by line. */
function compact(value, indent = '') {
  const line = JSON.stringify(value);
  if (line.length <= LONGEST_LINE || typeof value !== 'object') return line;
  const deeper = `${indent} `;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((one) => compact(one, deeper))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${compact(one, deeper)}`);
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${deeper}${entries.join(`,\n${deeper}`)}\n${indent}${close}`;
}

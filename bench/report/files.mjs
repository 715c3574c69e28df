import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rounded } from '../output.mjs';
import { renderReport } from './render.mjs';

const RESULTS = join('benchmarks', 'results.json');
const MAX_LINE = 160;

/** The results of the run whose report is in this folder. */
export function readResults(folder) {
  return JSON.parse(readFileSync(join(folder, RESULTS), 'utf8'));
}

export function writeResults(folder, results) {
  write(join(folder, RESULTS), `${compact(JSON.parse(JSON.stringify(results, rounded)))}\n`);
}

/** Writes the Markdown of the results in this folder and returns its path. */
export function writeReport(folder) {
  const path = 'benchmarks.md';
  write(join(folder, path), renderReport(readResults(folder)));
  return path;
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** JSON with values that fit into one line on one line, so that diffs are readable. */
function compact(value, indent = '') {
  const line = JSON.stringify(value);
  if (line.length <= MAX_LINE || typeof value !== 'object') return line;
  const deeper = `${indent} `;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((one) => compact(one, deeper))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${compact(one, deeper)}`);
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${deeper}${entries.join(`,\n${deeper}`)}\n${indent}${close}`;
}

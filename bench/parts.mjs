import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './options.mjs';

/**
 * The benchmarks of the report in the order in which they run, with what each measures there: amounts that keep the
 * whole under half an hour on two processors. `quick` are the words that make it quick, if not that one.
 */
const ALL = [
  { id: 'server', args: [] },
  { id: 'terminal', args: [] },
  { id: 'acp', args: [] },
  {
    id: 'syntax',
    args: ['--only', 'checks,edits', '--language', 'javascript,typescript,python,go,rust,java'],
  },
  { id: 'ast', args: ['--rounds', '3', '--write', 'frequent'] },
  { id: 'lines', args: ['--corpus', 'report', '--limit', '60'] },
  { id: 'matching', args: ['--corpus', 'report', '--limit', '50'] },
  { id: 'peers', args: ['--limit', '12'], quick: ['--limit', '2'] },
];

/** Those that are here. */
export const BENCHMARKS = ALL.map((one) => ({
  ...one,
  script: join(PROJECT, 'bench', one.id, 'run.mjs'),
})).filter(({ script }) => existsSync(script));

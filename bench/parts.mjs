import { join } from 'node:path';
import { PROJECT } from './options.mjs';

/**
 * The benchmarks of the report in the order in which they run, with what each measures there: amounts that keep the
 * whole at about an hour on two processors.
 */
const PARTS = [
  { id: 'server', args: [] },
  { id: 'terminal', args: [] },
  { id: 'acp', args: [] },
  {
    id: 'syntax',
    args: ['--only', 'checks,edits', '--language', 'javascript,typescript,python,go,rust,java'],
  },
  { id: 'ast', args: ['--rounds', '3', '--write', 'frequent'] },
  { id: 'search', args: [] },
  { id: 'lines', args: ['--corpus', 'report', '--limit', '60'] },
  { id: 'matching', args: ['--corpus', 'report', '--seed', '101,102,103', '--calls', '30'] },
  { id: 'peers', args: ['--calls', '40'] },
];

export const BENCHMARKS = PARTS.map((one) => ({
  ...one,
  script: join(PROJECT, 'bench', one.id, 'run.mjs'),
}));

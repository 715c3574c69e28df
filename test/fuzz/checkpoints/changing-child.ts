import { createInterface } from 'node:readline';
import { changeAtRandom } from './random-changes.ts';

// The program of the child process: a line with a seed is answered, once the changes are made, by what they were.

const root = process.argv[2]!;
const withUnsaved = process.argv[3] === 'unsaved';
process.umask(0o022);
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${changeAtRandom(root, Number(line), { withUnsaved }).join(' ')}\n`);

// The line below must stay the first: it changes fs for all that follow.

import { join } from 'node:path';
import { openRecorder } from '../../src/adapters/checkpoints/disk/open-recorder.ts';
import { arm, type Fault } from './faulty-fs.ts';

// The program of the child processes: undoes the last group, and is killed at the step that it is given. With nothing
// to undo it finishes what another process has begun.

const [, , folder, what, fault] = process.argv;
const options = { root: join(folder!, 'root'), directory: join(folder!, 'state'), watch: false };
const strike = () => arm(folder!, JSON.parse(fault!) as Fault);

if (what === 'finish') strike();
const { recorder } = await openRecorder(options);
if (what === 'undo') {
  const plan = await recorder.plan({});
  strike();
  await recorder.apply(plan);
}

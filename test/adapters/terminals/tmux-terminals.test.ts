import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { tmuxOutput } from '../../../src/adapters/terminals/tmux/tmux-output.ts';
import { tmuxTerminals } from '../../../src/adapters/terminals/tmux/tmux-terminals.ts';
import { describeTerminals } from '../../contracts/terminals.contract.ts';

const isInstalled = spawnSync('tmux', ['-V']).status === 0;

describe.skipIf(!isInstalled)('with tmux', () => {
  describeTerminals('terminals of a tmux server', tmuxTerminals);
});

test.each([
  ['%output %0 plain', 'plain'],
  ['%output %12 a\\012b\\134c\\033[m', 'a\nb\\c\x1b[m'],
  ['%output %0 ends in \\134', 'ends in \\'],
  ['%output %0 ', ''],
  ['%session-changed $0 main', undefined],
])('%j is read as tmux means it', (line, output) => {
  const bytes = tmuxOutput(Buffer.from(line));
  expect(bytes && Buffer.from(bytes).toString()).toBe(output);
});

import { describe, test } from 'vitest';
import { programScenarios } from './programs/program-scenarios.ts';
import { isInstalled, play, type Scenario } from './programs/scenario.ts';
import { shellScenarios } from './programs/shell-scenarios.ts';
import { sharedTerminal } from './terminal-client.ts';

// Every program that a person runs, by a real client, in both kinds of terminals.

const scenarios: readonly Scenario[] = [...shellScenarios, ...programScenarios];

describe.each(['pty', 'tmux'])('%s', (backend) => {
  const open = sharedTerminal({ flags: ['--terminal', backend] });
  // As many as vitest plays at once.
  let opening: ReturnType<typeof open> | undefined;
  const free = ['a', 'b', 'c', 'd', 'e'];

  for (const scenario of scenarios) {
    const isTmux = backend === 'tmux';
    const isSkipped =
      (isTmux && (scenario.notInTmux !== undefined || !isInstalled('tmux'))) ||
      (scenario.needs !== undefined && !isInstalled(scenario.needs));
    test.skipIf(isSkipped).concurrent(scenario.name, async () => {
      opening ??= open();
      const client = await opening;
      const name = free.pop()!;
      try {
        await play(client, scenario, name);
      } finally {
        free.push(name);
      }
    });
  }
});

import { describe, test } from 'vitest';
import { programScenarios } from './programs/program-scenarios.ts';
import { isInstalled, play, type Scenario } from './programs/scenario.ts';
import { shellScenarios } from './programs/shell-scenarios.ts';
import { waitingScenarios } from './programs/waiting-scenarios.ts';
import { sharedTerminal } from './terminal-client.ts';

// Every program that a person runs, by a real client, in both kinds of terminals.

const scenarios = (port: number): readonly Scenario[] => [
  ...shellScenarios,
  ...programScenarios,
  ...waitingScenarios(port),
];

describe.each([
  ['pty', 38_911],
  ['tmux', 38_912],
])('%s', (backend, port) => {
  const open = sharedTerminal({ flags: ['--terminal', backend] });
  // As many as vitest plays at once.
  let opening: ReturnType<typeof open> | undefined;
  const free = ['a', 'b', 'c', 'd', 'e'];

  for (const scenario of scenarios(port)) {
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

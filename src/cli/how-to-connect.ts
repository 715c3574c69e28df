import { version } from '../version.ts';
import { quotedIfNeeded } from './arguments/shell-words.ts';
import { ownCommand } from './environment.ts';
import { clients } from './install/clients.ts';

/** For a server that was started in a terminal, where no client is connected. */
export function howToConnect(): string {
  const { command, args } = ownCommand();
  const own = [command, ...args].map(quotedIfNeeded).join(' ');
  const names = clients.map(({ name }) => name).join(', ');
  const entry = { mcpServers: { corvid: { command, args } } };
  return [
    `corvid ${version} waits for an MCP client on stdin. Press Ctrl-C to stop.`,
    `To connect a client, run \`${own} install <client>\`: ${names}.`,
    `Or add this to its configuration: ${JSON.stringify(entry)}`,
  ].join('\n');
}

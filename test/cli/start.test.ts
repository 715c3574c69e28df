import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { corvidCommand } from '../corvid-client.ts';
import { startInTerminal } from './pty.ts';
import { shell } from './shell.ts';

test('in a terminal the server says how to connect a client, until Ctrl-C', async () => {
  const session = startInTerminal(await shell(), ['mcp'], { columns: 1_000 });
  await session.until('Or add this to its configuration: ');
  await session.until('}}}');
  const lines = session.output().split('\r\n');
  expect(lines[0]).toMatch(
    /^corvid \d+\.\d+\.\d+ waits for an MCP client on stdin\. Press Ctrl-C to stop\.$/,
  );
  expect(lines[1]).toContain(`${corvidCommand} install <client>\`: claude-code, claude-desktop, codex, `);
  const [, entry] = /^Or add this to its configuration: (.*)$/.exec(lines[2]!)!;
  expect(JSON.parse(entry!)).toEqual({
    mcpServers: { corvid: { command: process.execPath, args: [corvidCommand] } },
  });
  session.press('\x03');
  expect(await session.ended).toBe(0);
});

test('npm start builds the command and starts the server', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.start).toBe('npm run --silent build && node dist/corvid.cjs mcp');
});

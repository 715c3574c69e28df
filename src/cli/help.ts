import { type Command, commands } from './commands/index.ts';
import type { Flag, Flags } from './options.ts';

export function overview(version: string): string {
  return `corvid ${version}: exact file edits, with undo, for coding agents

Usage: corvid <command> [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}

Without a command: the MCP server if a client is at the other end, else this text.
\`corvid <command> --help\` tells more; \`corvid --version\` the version.

Try it:          corvid demo
Connect a client: claude mcp add corvid -- npx -y corvid
                  codex mcp add corvid -- npx -y corvid
Others take {"command": "npx", "args": ["-y", "corvid"]}; see the README.`;
}

export function commandHelp({ usage, summary, flags }: Command): string {
  return `${usage}\n\n${capitalised(summary)}.\n\nOptions:\n${flagList(flags)}`;
}

function flagList(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, flag]) => [flagName(name, flag), flag.help] as const);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, help]) => `  ${name.padEnd(width)}${help}`).join('\n');
}

function flagName(name: string, { short, value }: Flag): string {
  return `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Parsed, UsageError } from '../options.ts';
import { paint, paintDiff, print } from '../output.ts';
import { version } from '../version.ts';

// A true story: a real MCP client starts the real server and edits a real file.

const FILE = 'greeting.py';
// A Latin-1 file with CRLF line ends, as old projects have them.
const CONTENT = Buffer.from(
  [
    '# -*- coding: latin-1 -*-',
    'def greet(name):',
    '    return "Hello, " + name',
    '',
    '',
    'def part(name):',
    '    return "Adi\u00f3s, " + name',
    '',
    '',
    'print(greet("Jos\u00e9"))',
    '',
  ].join('\r\n'),
  'latin1',
);

type Step = {
  readonly why: string;
  readonly input: (path: string) => Record<string, unknown>;
  readonly isRefused?: boolean;
};

const story: readonly Step[] = [
  { why: 'Look at the file: Latin-1, with CRLF line ends.', input: (path) => ({ command: 'view', path }) },
  {
    why: 'An edit that could mean two places is refused, and nothing is changed.',
    isRefused: true,
    input: (path) => ({
      command: 'str_replace',
      path,
      old_str: 'name):\n    return ',
      new_str: 'name):\n    return f',
    }),
  },
  {
    why: 'With the other line it is clear. LF line ends, two blanks too many, typographic quotes: no matter.',
    input: (path) => ({
      command: 'str_replace',
      path,
      old_str: '  def greet(name):\n      return “Hello, ” + name\n',
      new_str: '  def greet(name):\n      return f“¡Hola, {name}!”\n',
    }),
  },
  {
    why: 'Insert a line after line 1.',
    input: (path) => ({ command: 'insert', path, insert_line: 1, new_str: '"""Greetings."""' }),
  },
  { why: 'Take the insertion back.', input: (path) => ({ command: 'undo_edit', path }) },
  { why: 'And the edit before it.', input: (path) => ({ command: 'undo_edit', path }) },
];

export async function run({ positionals }: Parsed): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`demo takes no '${positionals[0]}'`);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'corvid-demo-')));
  const path = join(folder, FILE);
  await writeFile(path, CONTENT);
  const client = new Client({ name: 'corvid-demo', version });
  try {
    await client.connect(serverIn(folder));
    const { version: served } = client.getServerVersion()!;
    print(paint('bold', `A real MCP client drives corvid ${served} in ${folder}`));
    let isTrue = true;
    for (const [i, step] of story.entries()) isTrue = (await play(client, step, i + 1, path)) && isTrue;
    return await conclude(path, isTrue);
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function serverIn(folder: string): StdioClientTransport {
  const args = [process.argv[1]!, 'mcp', '--root', folder, '--state-dir', join(folder, '.corvid')];
  return new StdioClientTransport({ command: process.execPath, args, cwd: folder });
}

/** Whether it went as told. */
async function play(
  client: Client,
  { why, input, isRefused }: Step,
  number: number,
  path: string,
): Promise<boolean> {
  const call = input(path);
  print(`\n${paint('bold', `${number}. ${why}`)}`);
  print(paint('cyan', `→ file_editor ${JSON.stringify({ ...call, path: FILE })}`));
  const result = (await client.callTool({ name: 'file_editor', arguments: call })) as CallToolResult;
  print(shown(result));
  return (result.isError ?? false) === (isRefused ?? false);
}

function shown(result: CallToolResult): string {
  const text = result.content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
  if (result.isError) return paint('yellow', text);
  const facts = result._meta?.['corvid/result'] as { diff?: string } | undefined;
  return facts?.diff ? `${paint('dim', text.split(" Here's", 1)[0]!)}\n${paintDiff(facts.diff)}` : text;
}

async function conclude(path: string, isTrue: boolean): Promise<number> {
  const same = isTrue && CONTENT.equals(await readFile(path));
  print(
    same
      ? `\n${paint('green', `✓ ${FILE} is byte for byte what it was (${CONTENT.length} bytes).`)}`
      : `\n${paint('red', `✗ Something went otherwise than told.`)}`,
  );
  return same ? 0 : 1;
}

import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, symlink } from 'node:fs/promises';
import { constants, devNull, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { version } from '../../version.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { UnexpectedAnswerError } from '../demo/answer.ts';
import { type Played, play } from '../demo/play.ts';
import { CONTENT, FILE, writeProject } from '../demo/project.ts';
import { story } from '../demo/story.ts';
import { ownCommand } from '../environment.ts';
import { FAILED, OK, ofSignal } from '../errors/exit-codes.ts';
import { UsageError } from '../errors/usage-error.ts';
import { Client, getDefaultEnvironment, StdioClientTransport } from '../mcp-client.ts';
import { paint, print } from '../output/output.ts';

// Nothing is faked: a real MCP client starts the real server, which edits real files and runs a real shell.

const PAUSE_MS = 150;

export async function run({ positionals }: Parsed): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`demo takes no '${positionals[0]}'`);
  const folder = await temporaryFolder();
  const path = await writeProject(folder);
  const client = new Client({ name: 'corvid-demo', version });
  try {
    await client.connect(await serverIn(folder));
    print(paint('bold', 'A real MCP client, the real server and a real shell, in a temporary folder.'));
    const pauseMs = process.stdout.isTTY ? PAUSE_MS : 0;
    return await conclude(path, await play({ client, path, pauseMs }, story));
  } catch (error) {
    if (!(error instanceof UnexpectedAnswerError)) throw error;
    print(`\n${paint('red', `✗ ${error.message}`)}`);
    return FAILED;
  } finally {
    await client.close();
  }
}

/** Removed when this process ends, in any way. */
async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'corvid-demo-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(ofSignal(constants.signals[signal])));
  return folder;
}

/** Its shell reads no user's settings, and it writes nothing outside the folder. */
async function serverIn(folder: string): Promise<StdioClientTransport> {
  const { command, args } = ownCommand();
  const inherited = getDefaultEnvironment();
  const PATH = [await folderOfNode(folder), inherited.PATH].filter(Boolean).join(delimiter);
  return new StdioClientTransport({
    command,
    args: [...args, 'mcp', '--root', folder, '--state-dir', join(folder, '.corvid')],
    cwd: folder,
    env: { ...inherited, PATH, HOME: folder, XDG_CACHE_HOME: devNull },
  });
}

/** The running Node is not always in the PATH, or only through a program that needs the user's home folder. */
async function folderOfNode(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  // Windows often forbids links; then the Node in the PATH is used.
  await symlink(process.execPath, join(bin, 'node')).catch(() => {});
  return bin;
}

async function conclude(path: string, { calls, milliseconds, hasShell }: Played): Promise<number> {
  if (!CONTENT.equals(await readFile(path)))
    throw new UnexpectedAnswerError(story.length, `${FILE} differs from before the edits`);
  const seconds = Math.ceil(milliseconds / 1000);
  const time = seconds === 1 ? 'a second' : `${seconds} seconds`;
  const facts = [
    `${FILE} is byte for byte as before: ${CONTENT.length} bytes, Latin-1, CRLF.`,
    `${calls} calls took less than ${time}${hasShell ? '' : ', without a shell'}.`,
  ];
  print(`\n${facts.map((fact) => paint('green', `✓ ${fact}`)).join('\n')}`);
  return OK;
}

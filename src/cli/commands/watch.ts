import { builtFile } from '../../adapters/built-file.ts';
import { JournalFollower } from '../../adapters/journal/follow-journals.ts';
import { journalDirectory } from '../../adapters/journal/journal-folder.ts';
import type { JournalProcess } from '../../core/journal/call-record.ts';
import { openJournal } from '../../open-journal.ts';
import { openWorkspace } from '../../open-workspace.ts';
import { tools } from '../../tools/index.ts';
import { version } from '../../version.ts';
import { LiveFeed } from '../../watch/live-feed.ts';
import { PageFiles } from '../../watch/page-files.ts';
import { takeBack } from '../../watch/take-back.ts';
import { WatchServer } from '../../watch/watch-server.ts';
import { stringFlag } from '../arguments/flag-values.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { settingsOf } from '../config/settings.ts';
import { screen } from '../environment.ts';
import { CommandError } from '../errors/command-error.ts';
import { OK } from '../errors/exit-codes.ts';
import { UsageError } from '../errors/usage-error.ts';
import { interrupted } from '../interrupted.ts';
import { openBrowser } from '../open-browser.ts';
import { historyOptions } from '../options.ts';
import { print, printError, printJsonLine, stdoutClosed } from '../output/output.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_PORT = 65_535;

/** Shows what all Corvid processes of this user do, on a page or as lines of JSON, until it is interrupted. */
export async function run({ values, positionals }: Parsed): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`watch takes no operand; '${positionals[0]}' is one`);
  const { stateDirectory = '' } = historyOptions(await settingsOf(values));
  const feed = new LiveFeed();
  if (values.json) feed.subscribe((event) => event.type === 'calls' && event.calls.forEach(printJsonLine));
  const follower = new JournalFollower(journalDirectory(stateDirectory), {
    since: Date.now() - DAY_MS,
    onCalls: feed.add,
    onProblem: (message) => {
      printError(message);
      feed.report(message);
    },
  });
  const server = values.json ? undefined : await startServer(feed, stateDirectory, values);
  await Promise.race([interrupted(), stdoutClosed()]);
  follower.close();
  await server?.close();
  return OK;
}

async function startServer(feed: LiveFeed, stateDirectory: string, values: Parsed['values']) {
  const server = new WatchServer({ files: pageFiles(), feed, acts: actsOf(feed, stateDirectory) });
  const port = await listen(server, portOf(stringFlag(values, 'port')));
  const address = `http://127.0.0.1:${port}/`;
  print(`Watching all Corvid servers of this user: ${address}#token=${server.gate.token}`);
  if (screen().columns !== undefined) print('Press Ctrl-C to stop.');
  if (values.open) openBrowser(`${address}#code=${server.gate.newCode()}`, printError);
  return server;
}

function pageFiles(): PageFiles {
  const list = builtFile('page/files.json');
  if (list === undefined)
    throw new CommandError('The page is missing in this installation.', 'Build it with `npm run build`.');
  return new PageFiles(list.slice(0, -'/files.json'.length));
}

async function listen(server: WatchServer, port: number): Promise<number> {
  try {
    return await server.listen(port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new CommandError(`The page cannot be served: ${message}`);
    throw new CommandError(
      `Port ${port} is in use.`,
      'Give another one with --port, or none to get a free one.',
    );
  }
}

function portOf(given: string | undefined): number {
  if (given === undefined) return 0;
  if (/^\d+$/.test(given) && Number(given) <= MAX_PORT) return Number(given);
  throw new UsageError(`--port takes a number from 0 to ${MAX_PORT}, not '${given}'`);
}

function actsOf(feed: LiveFeed, stateDirectory: string) {
  const undoTool = tools.find(({ name }) => name === 'undo')!;
  const open = (process: JournalProcess) => {
    const { roots, isReadOnly: readOnly } = process;
    const options = {
      stateDirectory,
      readOnly,
      ...(roots ? { roots: [...roots] } : { allowAnywhere: true }),
    };
    const workspace = openWorkspace(options);
    const journal = openJournal(workspace, { options, version, onFailure: printError });
    const close = async () => {
      journal.close();
      await workspace.close();
    };
    return { workspace, observe: journal.observe, close };
  };
  return { undo: takeBack({ feed, undoTool, open }) };
}

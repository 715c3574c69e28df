import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchOf, programIn, snapshotBuild } from '../builds.mjs';
import { smallEnvironment } from '../environment.mjs';
import { PROJECT } from '../options.mjs';
import { desktopCommander } from '../server/desktop-commander.mjs';
import { openSession } from '../server/session.mjs';

const pty = createRequire(join(PROJECT, 'package.json'))('@lydell/node-pty');
const POLL_MS = 500;

/** Every way to run a command in a shell that stays, each with `run(command)`. */
export async function openContestants(workshop) {
  const program = programIn(snapshotBuild(workshop));
  const launch = (flags) => launchOf(program, workshop, 'corvid', flags);
  const contestants = [await overMcp('corvid', 'Corvid', launch([]))];
  const absent = [];
  const optional = {
    'corvid-tmux': () => overMcp('corvid-tmux', 'Corvid, tmux', launch(['--terminal', 'tmux'])),
    raw: async () => rawPty(workshop),
    polling: async () => pollingPty(workshop),
    'desktop-commander': async () => overDesktopCommander(await desktopCommander(workshop)),
  };
  for (const [id, open] of Object.entries(optional)) {
    try {
      contestants.push(await open());
    } catch (error) {
      absent.push({ id, reason: error.message });
    }
  }
  return { contestants, absent, close: () => Promise.all(contestants.map((one) => one.close())) };
}

/** A session in which one call has been made. */
async function openServer(launch) {
  const session = openSession(launch);
  await session.initialize();
  session.initialized();
  return session;
}

async function overMcp(id, title, launch) {
  const session = await openServer(launch);
  const call = async (input) => (await session.callTool('terminal', input)).result;
  await call({ command: 'true' });
  return {
    id,
    title,
    run: async (command) => expectDone(await call({ command })),
    answer: async (text) => call({ command: text, is_input: true }),
    ask: async (command) => call({ command }),
    rssMib: session.rssMib,
    start: async () => {
      const fresh = await openServer(launch);
      await fresh.callTool('terminal', { command: 'true' });
      return fresh;
    },
    close: session.close,
  };
}

function expectDone(result) {
  const { running, exit_code: code } = result._meta['corvid/result'];
  if (running || code !== 0) throw new Error(result.content[0].text);
  return result;
}

/** A bash in a PTY and a marker after each command: what nobody can be faster than. */
function rawPty(workshop) {
  const { write, onText, close } = openBash(workshop);
  let wait = () => {};
  onText((text) => {
    if (text.includes('\x01done')) wait();
  });
  const run = (command) =>
    new Promise((resolve) => {
      wait = resolve;
      write(`${command}; printf '\\001done\\n'\n`);
    });
  return { id: 'raw', title: 'raw PTY', run, close };
}

/** The same, but looked at every half second. */
function pollingPty(workshop) {
  const { write, onText, close } = openBash(workshop);
  let seen = '';
  onText((text) => {
    seen += text;
  });
  const run = async (command) => {
    seen = '';
    write(`${command}; printf '\\001done\\n'\n`);
    while (!seen.includes('\x01done')) await sleep(POLL_MS);
  };
  return { id: 'polling', title: 'polling every 0.5 s', run, most: 10, close };
}

function openBash(workshop) {
  const env = { ...smallEnvironment(workshop.folder('raw-home')), PS1: '' };
  const shell = pty.spawn('bash', ['--norc', '--noediting', '-i'], {
    cols: 120,
    rows: 40,
    env,
    cwd: workshop.files,
  });
  const ended = new Promise((resolve) => shell.onExit(resolve));
  return {
    write: (text) => shell.write(text),
    onText: (listen) => shell.onData(listen),
    close: () => {
      shell.kill('SIGKILL');
      return ended;
    },
  };
}

/** Its session is an interactive bash without a terminal, answered when its prompt is recognised. */
async function overDesktopCommander({ id, title, launch: bare }) {
  const launch = { ...bare, env: { ...bare.env, SHELL: '/bin/bash' } };
  const session = await openServer(launch);
  const start = async (server) =>
    (await server.callTool('start_process', { command: 'bash --norc -i', timeout_ms: 5000 })).result;
  const { content } = await start(session);
  const pid = Number(/PID:? (\d+)/.exec(content[0].text)?.[1]);
  const interact = (input) => session.callTool('interact_with_process', { pid, input, timeout_ms: 8000 });
  return {
    id,
    title,
    most: 40,
    run: async (command) => {
      const { result } = await interact(command);
      if (result.isError) throw new Error(result.content[0].text);
    },
    start: async () => {
      const fresh = await openServer(launch);
      await fresh.callTool('start_process', { command: 'true', timeout_ms: 5000 });
      return fresh;
    },
    close: session.close,
  };
}

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPeer } from '../../npm.mjs';
import { editorEnvironment } from './environment.mjs';
import { platformPackage, programName } from './native-program.mjs';
import { openScriptedModel } from './scripted-model.mjs';

const PACKAGE = { name: 'opencode-ai', version: '1.18.33' };
const START_TIMEOUT_MS = 60_000;
const CALLS_IN_A_TURN = 24;
const run = promisify(execFile);

export const opencode = {
  id: 'opencode',
  title: 'OpenCode',
  version: PACKAGE.version,
  install: async (workshop) => binaryIn(join(await installPeer(PACKAGE, workshop), 'node_modules')),
  open,
};

const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

async function open({ installed, root, home }) {
  const model = await openScriptedModel();
  // Its undo keeps snapshots only in a repository.
  await run('git', ['init', '-q', root], { env: editorEnvironment(home) });
  await writeFile(join(home, 'opencode.json'), JSON.stringify(configFor(model)));
  const server = await startServer(installed, root, home).catch((error) => {
    model.close();
    throw error;
  });
  const play = createPlayer(server.url, model);
  let last;
  return {
    async edits(calls) {
      const said = [];
      for (let at = 0; at < calls.length; at += CALLS_IN_A_TURN) {
        last = await play(calls.slice(at, at + CALLS_IN_A_TURN));
        said.push(...last.said);
      }
      return said;
    },
    undoHandle: () => last,
    /** Takes back what a session did since the user's message, as `/undo` does. */
    undo: (_path, { session, message } = last) =>
      post(server.url, `/session/${session}/revert`, { messageID: message }),
    async close() {
      await server.close();
      model.close();
    },
  };
}

function configFor({ url }) {
  return {
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${url}/v1`, apiKey: 'x' },
        models: { scripted: { name: 'scripted', tool_call: true } },
      },
    },
    ...{ model: 'scripted/scripted', small_model: 'scripted/scripted', share: 'disabled', autoupdate: false },
    ...{ lsp: false, formatter: false, permission: { edit: 'allow', external_directory: 'deny' } },
  };
}

async function startServer(binary, cwd, home) {
  const env = editorEnvironment(home, {
    OPENCODE_CONFIG: join(home, 'opencode.json'),
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  });
  const child = spawn(binary, ['serve', '--port', '0', '--pure'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = once(child, 'close').then(() => running.delete(child));
  const close = async () => {
    child.kill();
    const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await ended;
    clearTimeout(timer);
  };
  return { url: await urlOf(child, ended), close };
}

/** The address that the server tells when it listens. */
function urlOf(child, ended) {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk) => {
      said += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url) resolve(url);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    const fail = () => reject(new Error(`it did not start: ${said.trim().slice(-200)}`));
    ended.then(fail);
    setTimeout(fail, START_TIMEOUT_MS).unref();
  });
}

/** Each turn of edits is a session of its own, so that no call carries the history of the others; it reads first. */
function createPlayer(url, model) {
  let turns = 0;
  const say = async (session, calls) => {
    const name = `turn-${++turns}`;
    model.put(name, calls);
    await post(url, `/session/${session}/message`, { parts: [{ type: 'text', text: `play ${name}` }] });
  };
  return async (calls) => {
    const { id } = await post(url, '/session', {});
    const reads = calls.filter(({ window }) => window);
    if (reads.length > 0) await say(id, reads.map(readOf));
    for (const one of calls) await one.settle?.();
    await say(id, calls.map(editOf));
    const messages = await (await fetch(`${url}/session/${id}/message`)).json();
    const parts = messages.flatMap(({ parts: all }) => all).filter(({ type }) => type === 'tool');
    const edits = parts.slice(reads.length);
    if (edits.length !== calls.length)
      throw new Error(`${edits.length} of ${calls.length} calls were carried out`);
    const said = edits.map(({ state }) => state.output ?? state.error ?? state.status);
    return { said, session: id, message: messages[0].info.id };
  };
}

function readOf({ path, window: [first, last] }) {
  return { tool: 'read', input: { filePath: path, offset: first, limit: last - first + 1 } };
}

function editOf(one) {
  return { tool: 'edit', input: { filePath: one.path, oldString: one.old, newString: one.new } };
}

async function post(url, path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok)
    throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return answer.json();
}

async function binaryIn(folder) {
  return join(await platformPackage(folder, `opencode-${process.platform}`), 'bin', programName('opencode'));
}

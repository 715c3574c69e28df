#!/usr/bin/env node
// The cost of `corvid acp` between an editor and its agent: the same agent, directly and through the proxy, in one run.
// Latency: the agent echoes each message, so it passes the proxy twice. Throughput: from agent to editor, the direction
// of almost all traffic.
//   node bench/acp/run.mjs [--json] [--quick]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBenchmark } from '../benchmark.mjs';
import { machineLine, table, targetTable } from '../markdown.mjs';
import { BUILD, readOptions } from '../options.mjs';
import { teller } from '../output.mjs';
import { summarise } from '../samples.mjs';

const update = (text) =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } })}\n`;
const toolCall = (text) =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', content: [{ type: 'content', content: { type: 'text', text } }] } } })}\n`;

/** Echoes each line; the request `flood` makes it send messages of a given kind, size and number. */
const AGENT = `
  const made = {};
  const kinds = { u: ${update}, t: ${toolCall} };
  process.stdin.on('data', async (chunk) => {
    const flood = /^\\{"flood":"(\\w) (\\d+) (\\d+)"/.exec(chunk.toString('latin1', 0, 60));
    if (!flood) return void process.stdout.write(chunk);
    const line = (made[flood[0]] ??= Buffer.from(kinds[flood[1]]('x'.repeat(Number(flood[2])))));
    for (let i = 0; i < Number(flood[3]); i++)
      if (!process.stdout.write(line)) await new Promise((done) => process.stdout.once('drain', done));
  });
  process.stdin.on('end', () => process.exit(0));
`;
const progress = teller('acp');
const ROUNDS = { full: 5, quick: 2 };
const TARGETS = { messageMs: 1, bytesPerSecond: 100e6 };

const rows = [
  { name: 'one message of 1 kB, there and back', kind: 'u', size: 1000, pings: 200 },
  { name: 'one tool call of 1 kB, there and back', kind: 't', size: 1000, pings: 200 },
  { name: 'messages of 1 kB', kind: 'u', size: 900, bytes: 32e6 },
  { name: 'messages of 64 kB', kind: 'u', size: 64_000, bytes: 64e6 },
  { name: 'tool calls of 64 kB', kind: 't', size: 64_000, bytes: 64e6 },
  { name: 'one message of 40 MB', kind: 'u', size: 40e6, bytes: 40e6 },
];

async function measureAll({ quick }) {
  const rounds = quick ? ROUNDS.quick : ROUNDS.full;
  const folder = mkdtempSync(join(tmpdir(), 'corvid-bench-acp-'));
  const agent = [process.execPath, '-e', AGENT];
  const connections = {
    direct: open(agent, folder),
    proxy: open(
      [process.execPath, BUILD, 'acp', '--state-dir', join(folder, '.state'), '--', ...agent],
      folder,
    ),
  };
  const results = [];
  try {
    for (const connection of Object.values(connections)) await roundTrip(connection, update('warm'));
    for (const row of rows) {
      progress(row.name);
      results.push(await measure(row, connections, rounds));
    }
  } finally {
    for (const connection of Object.values(connections)) await connection.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { rounds, rows: results };
}

/** Both connections in turn, so that changes of the machine's load affect both. */
async function measure({ name, kind, size, pings, bytes }, connections, rounds) {
  const line = Buffer.from((kind === 'u' ? update : toolCall)('x'.repeat(size)));
  const count = pings ?? Math.ceil(bytes / line.length);
  const samples = { direct: [], proxy: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, peer] of Object.entries(connections)) {
      const ms = pings
        ? await pingPong(peer, line, count)
        : await flood(peer, { kind, size, count, bytes: line.length * count });
      samples[name].push(ms / count);
    }
  }
  const [direct, proxy] = [summarise(samples.direct).median, summarise(samples.proxy).median];
  if (pings) {
    const added = (proxy - direct) / 2;
    return { name, unit: 'ms', direct, proxy, added, ratio: proxy / direct };
  }
  const [through, plain] = [line.length / proxy / 1000, line.length / direct / 1000];
  return {
    name,
    unit: 'MB/s',
    direct: plain,
    proxy: through,
    ratio: through / plain,
  };
}

async function pingPong(peer, line, count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) await roundTrip(peer, line);
  return performance.now() - start;
}

function roundTrip(peer, line) {
  peer.write(line);
  return peer.received(line.length);
}

async function flood(peer, { kind, size, count, bytes }) {
  const start = performance.now();
  peer.write(`{"flood":"${kind} ${size} ${count}"}\n`);
  await peer.received(bytes);
  return performance.now() - start;
}

function open([command, ...args], cwd) {
  const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  let [pending, resolve, reject] = [0, () => {}, () => {}];
  child.once('exit', (code) => reject(new Error(`${command} exited with ${code}`)));
  child.stdout.on('data', ({ length }) => {
    pending -= length;
    if (pending <= 0) resolve();
  });
  return {
    write: (bytes) => child.stdin.write(bytes),
    received(bytes) {
      pending += typeof bytes === 'number' ? bytes : bytes.length;
      return new Promise((done, fail) => {
        [resolve, reject] = [done, fail];
        if (pending <= 0) done();
      });
    },
    close: () =>
      new Promise((done) => {
        if (child.exitCode !== null) return done();
        child.once('exit', done);
        child.stdin.end();
      }),
  };
}

function compareWithTarget({ name, unit, added, proxy }) {
  if (unit === 'ms')
    return {
      name: `${name}: < ${TARGETS.messageMs} ms added`,
      measured: `${rounded(added)} ms`,
      met: added < TARGETS.messageMs,
    };
  const target = TARGETS.bytesPerSecond / 1e6;
  return { name: `${name}: ≥ ${target} MB/s`, measured: `${rounded(proxy)} MB/s`, met: proxy >= target };
}

function renderMarkdown({ machine, rounds, rows, targets }) {
  const cells = ({ name, unit, direct, proxy, added, ratio }) => [
    name,
    `${rounded(direct)} ${unit}`,
    `${rounded(proxy)} ${unit}`,
    unit === 'ms' ? `+ ${rounded(added)} ms a message` : `${(ratio * 100).toFixed(0)} % of the pipe`,
  ];
  return [
    `${machineLine(machine)} Medians of ${rounds} rounds.`,
    '',
    ...table(['', 'plain pipe', 'through `corvid acp`', ''], rows.map(cells)),
    '',
    ...targetTable(targets),
  ].join('\n');
}

function rounded(value) {
  return value >= 10 ? value.toFixed(0) : value.toFixed(3);
}

runBenchmark('acp', {
  parse: readOptions,
  usage: 'node bench/acp/run.mjs [--json] [--quick]',
  measure: measureAll,
  judge: (measured) => measured.rows.map(compareWithTarget),
  render: renderMarkdown,
});

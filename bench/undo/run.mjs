// What checkpoints cost, as ratios to `git status` on the same tree in the same minute: node bench/undo/run.mjs [--files 5000,50000]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importSource } from '../../scripts/import-source.mjs';
import { PROJECT, readOptions } from '../options.mjs';
import { measureRoundTrip } from './round-trip.mjs';
import { makeTree } from './trees.mjs';

const { files, json } = readOptions(process.argv.slice(2), {
  files: { type: 'string', default: '5000,50000,100000' },
});
const { openRecorder } = await importSource(PROJECT, 'src/adapters/checkpoints/disk/open-recorder.ts');
const work = mkdtempSync(join(tmpdir(), 'corvid-bench-undo-'));
try {
  const results = [];
  for (const size of files.split(',').map(Number)) results.push(await measureTree(size));
  console.log(json ? JSON.stringify(results, null, 2) : tableOf(results));
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function measureTree(size) {
  const tree = makeTree(join(work, `tree-${size}`), size);
  const status = await fastest(9, () => run(tree, 'git', ['status', '--porcelain']));
  const startedAt = performance.now();
  const opened = await openRecorder({
    root: tree.folder,
    directory: join(work, `state-${size}`),
    searchPath: process.env.PATH,
  });
  await opened.tree.ready(600_000);
  const baseMs = performance.now() - startedAt;
  const command = async (change) => {
    const { id } = await opened.recorder.begin({ runsProgram: true, tool: 'terminal' });
    change();
    const endedAt = performance.now();
    const group = await opened.recorder.end(id);
    return { ms: performance.now() - endedAt, group };
  };
  const paths = someFiles(tree.folder, 400);
  const append = (path) => writeFileSync(path, '// more\n', { flag: 'a' });
  const nothing = await fastestOf(9, () => command(() => {}));
  const firstTouch = await fastestOf(5, (round) => command(() => append(paths[300 + round])));
  const oneFile = await fastestOf(9, () => command(() => append(paths[0])));
  const sed = (await command(() => paths.slice(0, 300).forEach(append))).ms;
  const generated = join(tree.folder, 'generated');
  const made = await command(() =>
    execFileSync('bash', [
      '-c',
      `mkdir ${generated}; for i in $(seq 2000); do echo $i > ${generated}/$i; done`,
    ]),
  );
  const undoneAt = performance.now();
  const outcome = await opened.recorder.apply(await opened.recorder.plan({ ids: [made.group.id] }));
  const undoMs = performance.now() - undoneAt;
  const walk = await fastest(5, () => opened.tree.changes({ isThorough: true }));
  await opened.recorder.close();
  const trip = await measureRoundTrip(tree.folder, join(work, `server-${size}`));
  rmSync(tree.folder, { recursive: true, force: true });
  const facts = { files: tree.files, statusMs: status, addMs: tree.addMs, baseMs };
  return {
    ...facts,
    nothing,
    oneFile,
    firstTouch,
    walk,
    sed,
    generatedMs: made.ms,
    undoMs,
    restored: outcome.restored.length,
    ...trip,
  };
}

function run({ folder }, program, args) {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
}

async function fastest(rounds, action) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await action(round);
    best = Math.min(best, performance.now() - startedAt);
  }
  return best;
}

async function fastestOf(rounds, action) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) best = Math.min(best, (await action(round)).ms);
  return best;
}

function someFiles(folder, count) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.(js|ts|json|md)$/.test(entry.name) && !entry.parentPath.includes('/.git'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).length < 200_000);
  return found.slice(0, count);
}

function tableOf(results) {
  const rows = [
    ['git status', '', ({ statusMs }) => `${statusMs.toFixed(0)} ms`],
    ['nothing changed, watched', '≤ 0.05', ({ nothing, statusMs }) => ratio(nothing, statusMs)],
    ['one file changed', '≤ 0.1', ({ oneFile, statusMs }) => ratio(oneFile, statusMs)],
    [
      'one file changed, for the first time',
      '≤ 0.25',
      ({ firstTouch, statusMs }) => ratio(firstTouch, statusMs),
    ],
    ['look at all files, one thread', '≤ 1.1', ({ walk, statusMs }) => ratio(walk, statusMs)],
    ['300 files changed', '≤ 1.5', ({ sed, statusMs }) => ratio(sed, statusMs)],
    ['2,000 files made, a file', '≤ 0.5 ms', ({ generatedMs }) => `${(generatedMs / 2000).toFixed(2)} ms`],
    ['first look, to a cold git add', '≤ 1', ({ baseMs, addMs }) => ratio(baseMs, addMs)],
    [
      'undo of 2,000 changes, a change',
      '≤ 2 ms',
      ({ undoMs, restored }) => `${(undoMs / restored).toFixed(2)} ms`,
    ],
    ['round trip of `true`, on to off', '≤ 1.5', ({ onMs, offMs }) => ratio(onMs, offMs)],
    ['first command of a server, off', '', ({ firstOffMs }) => `${firstOffMs.toFixed(0)} ms`],
    ['first command of a server, on', '', ({ firstOnMs }) => `${firstOnMs.toFixed(0)} ms`],
  ];
  const head = ['files', 'target', ...results.map((each) => each.files.toLocaleString('en'))];
  const body = rows.map(([name, target, value]) => [name, target, ...results.map(value)]);
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function ratio(ms, of) {
  return `${(ms / of).toFixed(3)} (${ms.toFixed(1)} ms)`;
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../workshop.mjs';
import { languageOf } from './languages.mjs';
import { filesOf } from './tar.mjs';

const run = promisify(execFile);
const NPM_TIMEOUT_MS = 300_000;
/** Part of the cache's file names: a change of the rules below makes the files of earlier runs void. */
const RULES = 'v1';
const LINES = { min: 30, max: 3000 };
const LONGEST_LINE = 300;
const GENERATED =
  /(^|\/)(dist|build|build-[a-z]+|umd|cjs|esm[0-9]*|es|_esm[0-9]*|fesm[0-9]*|node_modules)\/|(^|\/)lib\/(commonjs|module|typescript)\/|\.min\.|\.d\.ts$|-lock\./;
const COMPILED_LANGUAGES = ['JavaScript', 'TypeScript', 'CSS'];

/** The source files of a package that differ between its two versions: `{ path, language, before, after }`. */
export async function changedFiles(pinned) {
  const kept = join(cacheFolder(), `matching-${RULES}-${slugOf(pinned)}.json`);
  if (existsSync(kept)) return JSON.parse(await readFile(kept, 'utf8'));
  const files = await compareVersions(pinned);
  await writeFile(`${kept}.${process.pid}`, JSON.stringify(files));
  await rename(`${kept}.${process.pid}`, kept);
  return files;
}

function slugOf({ name, from, to }) {
  return `${name.replace(/^@/, '').replaceAll('/', '-')}-${from}-${to}`;
}

async function compareVersions({ name, from, to }) {
  const folder = await mkdtemp(join(cacheFolder(), 'pack-'));
  try {
    const before = await sourcesOf(`${name}@${from}`, folder);
    const after = await sourcesOf(`${name}@${to}`, folder);
    return [...before]
      .filter(([path, text]) => after.has(path) && after.get(path) !== text)
      .map(([path, text]) => ({ path, language: languageOf(path), before: text, after: after.get(path) }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sourcesOf(spec, parent) {
  process.stderr.write(`matching: fetching ${spec}\n`);
  const folder = await mkdtemp(join(parent, 'version-'));
  const shell = process.platform === 'win32';
  const args = ['pack', spec, '--pack-destination', folder, '--loglevel=error'];
  await run('npm', args, { cwd: folder, shell, timeout: NPM_TIMEOUT_MS });
  const [archive] = await readdir(folder);
  const sources = new Map();
  for (const [path, bytes] of filesOf(await readFile(join(folder, archive)))) {
    const text = isSource(path) && textOf(bytes);
    if (text) sources.set(path, text);
  }
  return sources;
}

function isSource(path) {
  const language = languageOf(path);
  return language && !(COMPILED_LANGUAGES.includes(language) && GENERATED.test(path));
}

/** UTF-8 with LF and of a usual size, else undefined. The benchmark makes other line endings itself. */
function textOf(bytes) {
  const text = bytes.toString('utf8');
  if (text.includes('\uFFFD') || text.includes('\r') || text.startsWith('\uFEFF')) return undefined;
  const lines = text.split('\n');
  if (lines.length < LINES.min || lines.length > LINES.max) return undefined;
  return lines.some((line) => line.length > LONGEST_LINE) ? undefined : text;
}

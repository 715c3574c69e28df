import { keptInCache, packageFiles } from '../../packages.mjs';
import { languageOf } from './languages.mjs';

/** Part of the cache's file names: a change of the rules below makes the files of earlier runs void. */
const RULES = 'v1';
const LINES = { min: 30, max: 3000 };
const LONGEST_LINE = 300;
const GENERATED =
  /(^|\/)(dist|build|build-[a-z]+|umd|cjs|esm[0-9]*|es|_esm[0-9]*|fesm[0-9]*|node_modules)\/|(^|\/)lib\/(commonjs|module|typescript)\/|\.min\.|\.d\.ts$|-lock\./;
const COMPILED_LANGUAGES = ['JavaScript', 'TypeScript', 'CSS'];

/** The source files of a package that differ between its two versions: `{ path, language, before, after }`. */
export function changedFiles(pinned) {
  return keptInCache(`matching-${RULES}-${slugOf(pinned)}`, () => compareVersions(pinned));
}

function slugOf({ name, from, to }) {
  return `${name.replace(/^@/, '').replaceAll('/', '-')}-${from}-${to}`;
}

async function compareVersions({ name, from, to }) {
  const before = await sourcesOf(`${name}@${from}`);
  const after = await sourcesOf(`${name}@${to}`);
  return [...before]
    .filter(([path, text]) => after.has(path) && after.get(path) !== text)
    .map(([path, text]) => ({ path, language: languageOf(path), before: text, after: after.get(path) }));
}

async function sourcesOf(spec) {
  process.stderr.write(`matching: fetching ${spec}\n`);
  const sources = new Map();
  for (const [path, bytes] of await packageFiles(spec)) {
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

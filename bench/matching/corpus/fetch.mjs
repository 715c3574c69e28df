import { keptInCache } from '../../packages.mjs';
import { fetchVersion } from '../../registries.mjs';
import { languageOf } from './languages.mjs';

/** Part of the cache's file names: a change of the rules below makes the files of earlier runs void. */
const RULES = 'v2';
const LINES = { min: 30, max: 3000 };
/** Few of these are long. */
const SHORT_FILES = ['Dockerfile', 'Makefile', 'SQL', 'YAML', 'TOML'];
const MIN_SHORT = 10;
const LONGEST_LINE = 300;
const CHANGED_PER_LANGUAGE = 120;
const UNCHANGED_PER_LANGUAGE = 40;
const GENERATED =
  /(^|\/)(dist|build|build-[a-z]+|umd|cjs|esm[0-9]*|es|_esm[0-9]*|fesm[0-9]*|node_modules)\/|(^|\/)lib\/(commonjs|module|typescript)\/|\.min\.|\.d\.ts$|-lock\./;
const COMPILED_LANGUAGES = ['JavaScript', 'TypeScript', 'CSS'];
const MADE = /_generated\.|\.pb\.go$|(^|\/)vendor\/|CHANGELOG|Code generated|DO NOT EDIT/;

/**
 * The source files of a package: `{ path, language, before, after }`, those that differ between its two versions and
 * some that do not, whose `after` is undefined.
 */
export function sourceFiles(pinned) {
  return keptInCache(`matching-${RULES}-${slugOf(pinned)}`, () => compareVersions(pinned));
}

function slugOf({ client, name, from, to }) {
  return `${client}-${name.replace(/^@/, '').replaceAll(/[/:]/g, '-')}-${from}-${to}`;
}

async function compareVersions(pinned) {
  const before = await sourcesOf(pinned, pinned.from);
  const after = await sourcesOf(pinned, pinned.to);
  const files = [...before].map(([path, text]) => ({
    ...{ path, language: languageOf(path), before: text },
    after: after.get(path) === text ? undefined : after.get(path),
  }));
  const isChanged = ({ after: other }) => other !== undefined;
  return [
    ...someOfEach(files.filter(isChanged), CHANGED_PER_LANGUAGE),
    ...someOfEach(
      files.filter((file) => !isChanged(file)),
      UNCHANGED_PER_LANGUAGE,
    ),
  ];
}

function someOfEach(files, count) {
  const byLanguage = new Map();
  for (const file of files) byLanguage.set(file.language, [...(byLanguage.get(file.language) ?? []), file]);
  return [...byLanguage.values()].flatMap((ones) => {
    const step = Math.max(1, ones.length / count);
    return ones.length <= count
      ? ones
      : Array.from({ length: count }, (_, at) => ones[Math.floor(at * step)]);
  });
}

async function sourcesOf(pinned, version) {
  process.stderr.write(`matching: fetching ${pinned.name}@${version}\n`);
  const sources = new Map();
  for (const [path, bytes] of await fetchVersion(pinned, version)) {
    const text = isSource(path) && textOf(bytes, languageOf(path));
    if (text) sources.set(path, text);
  }
  return sources;
}

function isSource(path) {
  const language = languageOf(path);
  if (!language || MADE.test(path)) return false;
  return !(COMPILED_LANGUAGES.includes(language) && GENERATED.test(path));
}

/** UTF-8 with LF and of a usual size, else undefined. The benchmark makes other line endings itself. */
function textOf(bytes, language) {
  const text = bytes.toString('utf8');
  if (text.includes('\uFFFD') || text.includes('\r') || text.startsWith('\uFEFF')) return undefined;
  const lines = text.split('\n');
  if (MADE.test(lines.slice(0, 5).join('\n'))) return undefined;
  if (lines.length < (SHORT_FILES.includes(language) ? MIN_SHORT : LINES.min) || lines.length > LINES.max)
    return undefined;
  return lines.some((line) => line.length > LONGEST_LINE) ? undefined : text;
}

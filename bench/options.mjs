import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const BUILD = join(PROJECT, 'dist', 'corvid.cjs');
export const LIBRARY = join(PROJECT, 'dist', 'index.js');

/** What every benchmark understands, and the options of its own. */
export function readOptions(argv, own = {}) {
  const common = { json: 'boolean', quick: 'boolean', help: 'boolean' };
  const options = Object.fromEntries(
    Object.entries(common).map(([name, type]) => [name, { type, default: false }]),
  );
  options.help.short = 'h';
  return parseArgs({ args: argv, options: { ...options, ...own } }).values;
}

/** The options of the benchmarks that draw their cases from the sources of packages. */
export function readCorpusOptions(argv, { corpora, limit, usage }, own = {}) {
  const values = readOptions(argv, {
    corpus: { type: 'string', default: corpora[0] },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: String(limit.full) },
    show: { type: 'string', default: '0' },
    entry: { type: 'string', default: LIBRARY },
    ...own,
  });
  expectKnown('corpus', [values.corpus], corpora, usage);
  return {
    ...values,
    limit: values.quick ? limit.quick : countOf('limit', values.limit),
    show: countOf('show', values.show),
    entry: resolve(values.entry),
  };
}

/** Names given one by one or with commas between them. */
export function namesOf(given) {
  return given.flatMap((names) => names.split(','));
}

export function expectKnown(option, names, all, usage) {
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`--${option} does not know ${unknown.join(', ')}\n${usage}`);
  return names;
}

export function countOf(option, text) {
  if (!/^\d+$/.test(text)) throw new Error(`--${option} takes a number, not ${text}`);
  return Number(text);
}

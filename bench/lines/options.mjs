import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BUILD } from '../matching/options.mjs';
import { PACKAGES } from './sources.mjs';

const CORPORA = Object.keys(PACKAGES);

export const USAGE = `node bench/lines/run.mjs [--corpus NAME] [--seed N] [--limit N] [--only TEXT] [--show N] [--json] [--entry FILE]
  --corpus NAME  ${CORPORA.join(' or ')} (default ${CORPORA[0]}): two sets of packages, one to work on, one to judge by
  --seed N       which blocks are drawn (default 1)
  --limit N      at most so many blocks of a language (default 100)
  --only TEXT    only rows whose language, placement or mutation has this in its name
  --show N       print N cases of each row that did not come out
  --json         print JSON instead of Markdown
  --entry FILE   measure this build instead of dist/index.js`;

export function parseOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      corpus: { type: 'string', default: CORPORA[0] },
      seed: { type: 'string', default: '1' },
      limit: { type: 'string', default: '100' },
      only: { type: 'string', multiple: true, default: [] },
      show: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      entry: { type: 'string', default: BUILD },
    },
  });
  if (!CORPORA.includes(values.corpus)) throw new Error(`--corpus does not know ${values.corpus}\n${USAGE}`);
  return {
    ...values,
    limit: count('limit', values.limit),
    show: count('show', values.show),
    entry: resolve(values.entry),
  };
}

function count(option, text) {
  if (!/^\d+$/.test(text)) throw new Error(`--${option} takes a number, not ${text}`);
  return Number(text);
}

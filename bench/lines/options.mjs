import { readCorpusOptions } from '../options.mjs';
import { PACKAGES } from './sources.mjs';

const CORPORA = Object.keys(PACKAGES);
const LIMIT = { full: 100, quick: 10 };

export const USAGE = `node bench/lines/run.mjs [--corpus NAME] [--seed N] [--limit N] [--only TEXT] [--show N] [--json] [--quick] [--entry FILE]
  --corpus NAME  ${CORPORA.join(', ')} (default ${CORPORA[0]}): packages to work on, those that were judged by before, those to judge by
  --seed N       which blocks are drawn (default 1)
  --limit N      at most so many blocks of a language (default ${LIMIT.full})
  --only TEXT    only rows whose language, placement or mutation has this in its name
  --show N       print N cases of each row that did not come out
  --json         print JSON instead of Markdown
  --quick        ${LIMIT.quick} blocks of a language
  --entry FILE   measure this build instead of dist/index.js`;

export function parseOptions(argv) {
  const own = { only: { type: 'string', multiple: true, default: [] } };
  return readCorpusOptions(argv, { corpora: CORPORA, limit: LIMIT, usage: USAGE }, own);
}

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from '../options.mjs';
import { PACKAGES } from './corpus/packages.mjs';
import { MISTAKES } from './mistakes/index.mjs';

export const BUILD = join(PROJECT, 'dist', 'index.js');
export const POLICIES = ['exact', 'safe', 'permissive'];
const CORPORA = Object.keys(PACKAGES);
const CLASSES = MISTAKES.map(({ name }) => name);

export const USAGE = `node bench/matching/run.mjs [--corpus NAME] [--seed N] [--class NAME]… [--policy NAMES] [--limit N]
                           [--show N] [--json] [--entry FILE]
  --corpus NAME   ${CORPORA.join(' or ')} (default ${CORPORA[0]}): two sets of packages, one to work on, one to judge by
  --seed N        which edits and mistakes are drawn (default 1)
  --class NAME    only these classes; may be repeated, and may be the beginning of a name
  --policy NAMES  some of ${POLICIES.join(',')} (default all)
  --limit N       at most so many cases of a class (default 150)
  --show N        print N cases of each class that did not go right
  --json          print JSON instead of Markdown
  --entry FILE    measure this build instead of dist/index.js`;

export function parseOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      corpus: { type: 'string', default: CORPORA[0] },
      seed: { type: 'string', default: '1' },
      class: { type: 'string', multiple: true, default: [] },
      policy: { type: 'string', default: POLICIES.join(',') },
      limit: { type: 'string', default: '150' },
      show: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      entry: { type: 'string', default: BUILD },
    },
  });
  return {
    ...values,
    corpus: known('corpus', [values.corpus], CORPORA)[0],
    policies: known('policy', values.policy.split(','), POLICIES),
    classes: chosenClasses(values.class.flatMap((names) => names.split(','))),
    limit: count('limit', values.limit),
    show: count('show', values.show),
    entry: resolve(values.entry),
  };
}

function known(option, names, all) {
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`--${option} does not know ${unknown.join(', ')}\n${USAGE}`);
  return names;
}

function count(option, text) {
  if (!/^\d+$/.test(text)) throw new Error(`--${option} takes a number, not ${text}`);
  return Number(text);
}

/** The classes with these names; a name that is none stands for those that begin with it. */
function chosenClasses(wanted) {
  if (wanted.length === 0) return MISTAKES;
  const fits = (name, given) => (CLASSES.includes(given) ? name === given : name.startsWith(given));
  const chosen = MISTAKES.filter(({ name }) => wanted.some((given) => fits(name, given)));
  if (chosen.length > 0) return chosen;
  throw new Error(`--class does not know ${wanted.join(', ')}; the classes are ${CLASSES.join(', ')}`);
}

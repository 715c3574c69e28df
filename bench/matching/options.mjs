import { expectKnown, namesOf, readCorpusOptions } from '../options.mjs';
import { PACKAGES } from './corpus/packages.mjs';
import { MISTAKES } from './mistakes/index.mjs';

const POLICIES = ['exact', 'safe', 'permissive'];
const CORPORA = Object.keys(PACKAGES);
const CLASSES = MISTAKES.map(({ name }) => name);
const LIMIT = { full: 150, quick: 10 };

export const USAGE = `node bench/matching/run.mjs [--corpus NAME] [--seed N] [--class NAME]… [--policy NAMES] [--limit N]
                           [--show N] [--json] [--quick] [--entry FILE]
  --corpus NAME   ${CORPORA.join(' or ')} (default ${CORPORA[0]}): two sets of packages, one to work on, one to judge by
  --seed N        which edits and mistakes are drawn (default 1)
  --class NAME    only these classes; may be repeated, and may be the beginning of a name
  --policy NAMES  some of ${POLICIES.join(',')} (default all)
  --limit N       at most so many cases of a class (default ${LIMIT.full})
  --show N        print N cases of each class that did not go right
  --json          print JSON instead of Markdown
  --quick         ${LIMIT.quick} cases of a class
  --entry FILE    measure this build instead of dist/index.js`;

export function parseOptions(argv) {
  const own = {
    class: { type: 'string', multiple: true, default: [] },
    policy: { type: 'string', default: POLICIES.join(',') },
  };
  const values = readCorpusOptions(argv, { corpora: CORPORA, limit: LIMIT, usage: USAGE }, own);
  return {
    ...values,
    policies: expectKnown('policy', values.policy.split(','), POLICIES, USAGE),
    classes: chosenClasses(namesOf(values.class)),
  };
}

/** The classes with these names; a name that is none stands for those that begin with it. */
function chosenClasses(wanted) {
  if (wanted.length === 0) return MISTAKES;
  const fits = (name, given) => (CLASSES.includes(given) ? name === given : name.startsWith(given));
  const chosen = MISTAKES.filter(({ name }) => wanted.some((given) => fits(name, given)));
  if (chosen.length > 0) return chosen;
  throw new Error(`--class does not know ${wanted.join(', ')}; the classes are ${CLASSES.join(', ')}`);
}

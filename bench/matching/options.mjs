import { countOf, expectKnown, LIBRARY, namesOf, readOptions } from '../options.mjs';
import { PACKAGES } from './corpus/packages.mjs';
import { MISTAKES } from './mistakes/index.mjs';

const POLICIES = ['exact', 'safe', 'permissive'];
const CORPORA = Object.keys(PACKAGES);
const CALLS = { full: '60', quick: 10 };

export const USAGE = `node bench/matching/run.mjs [--corpus NAME] [--seed NUMBERS] [--only NAMES] [--calls N] [--policy NAMES]
                           [--show-wrong N] [--show-refused N] [--json [FILE]] [--quick] [--entry FILE]
  --corpus NAME     ${CORPORA.join(' or ')} (default ${CORPORA[0]}): two sets of packages, one to work on, one to judge by
  --seed NUMBERS    which edits and mistakes are drawn (default 1); several with commas between are added up
  --only NAMES      some classes: their names, the beginnings of names, or rows such as W1 or A4
  --calls N         at most so many calls of a class (default ${CALLS.full})
  --policy NAMES    some of ${POLICIES.join(',')} (default safe); safe is run with and without a previous read
  --show-wrong N    print N wrong edits of each class
  --show-refused N  print N needless refusals of each class
  --json [FILE]     print JSON instead of Markdown, or write it into FILE besides
  --quick           ${CALLS.quick} calls of a class
  --entry FILE      measure this build instead of dist/index.js`;

export function parseOptions(argv) {
  const { rest, file } = jsonFile(argv);
  const text = (value) => ({ type: 'string', default: value });
  const values = readOptions(rest, {
    ...{ corpus: text(CORPORA[0]), seed: text('1'), calls: text(CALLS.full), entry: text(LIBRARY) },
    only: { type: 'string', multiple: true, default: [] },
    ...{ policy: text('safe'), 'show-wrong': text('0'), 'show-refused': text('0') },
  });
  expectKnown('corpus', [values.corpus], CORPORA, USAGE);
  return {
    ...values,
    file,
    seeds: values.seed.split(',').map((seed) => countOf('seed', seed)),
    calls: values.quick ? CALLS.quick : countOf('calls', values.calls),
    show: {
      wrong: countOf('show-wrong', values['show-wrong']),
      refused: countOf('show-refused', values['show-refused']),
    },
    columns: columnsOf(expectKnown('policy', values.policy.split(','), POLICIES, USAGE)),
    classes: chosenClasses(namesOf(values.only)),
  };
}

/** `--json` alone prints; a name after it is a file to write. */
function jsonFile(argv) {
  const at = argv.indexOf('--json');
  const file = at >= 0 && argv[at + 1] && !argv[at + 1].startsWith('--') ? argv[at + 1] : undefined;
  return { file, rest: file ? argv.toSpliced(at, 2) : argv };
}

function columnsOf(policies) {
  return policies.flatMap((policy) =>
    (policy === 'safe' ? ['read', 'unread'] : ['read']).map((mode) => ({
      id: `${policy} ${mode}`,
      policy,
      mode,
    })),
  );
}

function chosenClasses(wanted) {
  if (wanted.length === 0) return MISTAKES;
  const isName = (given) => MISTAKES.some(({ name }) => name === given);
  const fits = ({ name, row }, given) =>
    row === given || (isName(given) ? name === given : name.startsWith(given));
  const chosen = MISTAKES.filter((mistake) => wanted.some((given) => fits(mistake, given)));
  if (chosen.length > 0) return chosen;
  throw new Error(
    `--only does not know ${wanted.join(', ')}; the classes are ${MISTAKES.map(({ name }) => name).join(', ')}`,
  );
}

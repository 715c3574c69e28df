import { countOf, expectKnown, namesOf, readOptions } from '../options.mjs';
import { EDITORS } from './editors/index.mjs';

const CALLS = { full: '40', quick: 2 };
const IDS = EDITORS.map(({ id }) => id);

export const USAGE = `node bench/peers/run.mjs [--calls N] [--only ID]… [--seed NUMBERS] [--show-wrong N] [--again] [--json] [--quick]
  --calls N       at most so many calls of a class (default ${CALLS.full})
  --only ID       only these tools (${IDS.join(', ')}); may be repeated
  --seed NUMBERS  which edits and mistakes are drawn (default 101,102,103: the later ones for classes that are rare)
  --show-wrong N  print on stderr N calls of each tool and class that went wrong
  --again         measure these tools anew; otherwise what earlier runs measured of the same version and cases is reused
  --json          print JSON instead of Markdown
  --quick         ${CALLS.quick} calls of a class`;

export function parseOptions(argv) {
  const text = (value) => ({ type: 'string', default: value });
  const values = readOptions(argv, {
    ...{ calls: text(CALLS.full), seed: text('101,102,103'), 'show-wrong': text('0') },
    only: { type: 'string', multiple: true, default: [] },
    again: { type: 'boolean', default: false },
  });
  const only = expectKnown('only', namesOf(values.only), IDS, USAGE);
  return {
    ...values,
    seeds: values.seed.split(',').map((seed) => countOf('seed', seed)),
    calls: values.quick ? CALLS.quick : countOf('calls', values.calls),
    show: countOf('show-wrong', values['show-wrong']),
    editors: EDITORS.filter(({ id }) => only.length === 0 || only.includes(id)),
  };
}

import { countOf, expectKnown, namesOf, readOptions } from '../options.mjs';
import { EDITORS } from './editors/index.mjs';

const LIMIT = { full: '12', quick: 2 };
const IDS = EDITORS.map(({ id }) => id);

export const USAGE = `node bench/peers/run.mjs [--limit N] [--only ID]… [--seed N] [--show N] [--json] [--quick]
  --limit N   at most so many cases of a class (default ${LIMIT.full})
  --only ID   only these tools (${IDS.join(', ')}); may be repeated
  --seed N    which edits and mistakes are drawn (default 1)
  --show N    print on stderr N cases of each tool and class that went wrong
  --json      print JSON instead of Markdown
  --quick     ${LIMIT.quick} cases of a class`;

export function parseOptions(argv) {
  const values = readOptions(argv, {
    limit: { type: 'string', default: LIMIT.full },
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '0' },
  });
  const only = expectKnown('only', namesOf(values.only), IDS, USAGE);
  return {
    ...values,
    limit: values.quick ? LIMIT.quick : countOf('limit', values.limit),
    show: countOf('show', values.show),
    editors: EDITORS.filter(({ id }) => only.length === 0 || only.includes(id)),
  };
}

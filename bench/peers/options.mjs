import { parseArgs } from 'node:util';
import { EDITORS } from './editors/index.mjs';

const IDS = EDITORS.map(({ id }) => id);

export const USAGE = `node bench/peers/run.mjs [--limit N] [--only ID]… [--seed N] [--show N] [--json]
  --limit N   at most so many cases of a class (default 12)
  --only ID   only these tools (${IDS.join(', ')}); may be repeated
  --seed N    which edits and mistakes are drawn (default 1)
  --show N    print on stderr N cases of each tool and class that went wrong
  --json      print JSON instead of Markdown`;

export function parseOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      limit: { type: 'string', default: '12' },
      only: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', default: '1' },
      show: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const only = values.only.flatMap((names) => names.split(','));
  const unknown = only.filter((id) => !IDS.includes(id));
  if (unknown.length > 0) throw new Error(`--only does not know ${unknown.join(', ')}\n${USAGE}`);
  return {
    ...values,
    limit: count('limit', values.limit),
    show: count('show', values.show),
    editors: EDITORS.filter(({ id }) => only.length === 0 || only.includes(id)),
  };
}

function count(option, text) {
  if (!/^\d+$/.test(text)) throw new Error(`--${option} takes a number, not ${text}`);
  return Number(text);
}

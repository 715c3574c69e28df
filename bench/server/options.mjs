import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BUILD, expectKnown, namesOf, readOptions } from '../options.mjs';

const SECTIONS = ['start', 'calls', 'reads', 'edits', 'footprint', 'install'];
const SERVERS = ['corvid', 'filesystem', 'desktop-commander'];

export const USAGE = `node bench/server/run.mjs [--json] [--quick] [--only NAME]… [--entry FILE]
  --json        print JSON instead of Markdown
  --quick       fewer samples, under a minute once the peers are installed
  --only NAME   a section (${SECTIONS.join(', ')})
                or a server (${SERVERS.join(', ')}); may be repeated
  --entry FILE  measure this build instead of dist/corvid.cjs`;

/** How much is measured. A budget ends a row early on a slow machine, never before three rounds. */
const FULL = {
  starts: { rounds: 15, burst: 1, budgetMs: 60_000 },
  calls: { rounds: 20, burst: 10, budgetMs: 10_000 },
  reads: { rounds: 10, burst: 4, budgetMs: 12_000 },
  edits: { rounds: 20, burst: 2, budgetMs: 15_000 },
};
const QUICK = {
  starts: { rounds: 5, burst: 1, budgetMs: 15_000 },
  calls: { rounds: 6, burst: 5, budgetMs: 3_000 },
  reads: { rounds: 4, burst: 2, budgetMs: 3_000 },
  edits: { rounds: 4, burst: 2, budgetMs: 4_000 },
};

export function parseOptions(argv) {
  const values = readOptions(argv, {
    only: { type: 'string', multiple: true, default: [] },
    entry: { type: 'string', default: BUILD },
  });
  const only = expectKnown('only', namesOf(values.only), [...SECTIONS, ...SERVERS], USAGE);
  return {
    ...values,
    entry: resolve(values.entry),
    built: existsSync(resolve(values.entry)),
    sections: chosen(SECTIONS, only),
    servers: chosen(SERVERS, only),
    amount: values.quick ? QUICK : FULL,
  };
}

function chosen(names, only) {
  const picked = names.filter((name) => only.includes(name));
  return picked.length > 0 ? picked : names;
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../workshop.mjs';

/**
 * The results of one tool, kept in the cache by class and seed, so that a run continues where the last one stopped and
 * a new build of Corvid is measured without measuring the others again. Results of another version of the tool are
 * dropped; those of cases that have changed since are not returned.
 */
export function openSavedResults({ id, version, fingerprint }, { isFresh = false } = {}) {
  const file = join(cacheFolder(), 'peers-results', `${id}.json`);
  const build = fingerprint?.() ?? version;
  const read = !isFresh && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const kept = read.build === build ? read : { build, classes: {} };
  const store = () => {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(kept));
    renameSync(`${file}.${process.pid}`, file);
  };
  return {
    tallyOf({ name, seed, cases }) {
      const saved = kept.classes[`${name} ${seed}`];
      return saved?.digest === digestOf(cases) ? saved.tally : undefined;
    },
    saveTally({ name, seed, cases }, tally) {
      kept.classes[`${name} ${seed}`] = { digest: digestOf(cases), tally };
      store();
    },
    facts: () => kept.facts,
    saveFacts(facts) {
      kept.facts = facts;
      store();
    },
  };
}

function digestOf(cases) {
  const told = cases.map(({ wild, ...one }) => one);
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}

export function fileDigest(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

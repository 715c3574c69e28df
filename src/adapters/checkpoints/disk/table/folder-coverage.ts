import { type BigIntStats, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type IgnoreRules, parseIgnoreRules } from '../../../../core/paths/ignore-rules.ts';
import { BudgetExceeded, createBudget } from '../../../../core/text/compare/budget.ts';
import { lstatPath, systemPath } from './byte-paths.ts';
import { type FolderNode, pathIn } from './nodes.ts';

/** Installed packages and caches, which a project that is no repository does not name. */
const GENERATED = [
  ...['node_modules', '.venv', '__pycache__', '.tox', '.nox', '.mypy_cache', '.pytest_cache', '.ruff_cache'],
  ...['.gradle', '.svn', '.hg', '.jj'],
];
const MAX_IGNORE_BYTES = 1_000_000;
/** For one path: real ignore files need a thousandth of it. */
const IGNORE_BUDGET = 300_000;

type RuleFile = { readonly folder: string; readonly rules: IgnoreRules };
/** What the ignore files of one folder say. */
type FolderRules = {
  readonly rules: readonly RuleFile[];
  readonly isRepository: boolean;
  readonly stamp: string;
  generation: number;
};

/** Which folders are covered: not those that ignore files name, nor installed packages, nor other file systems. */
export class FolderCoverage {
  readonly #root: string;
  readonly #cache = new Map<string, FolderRules>();
  /** The ignore files above the covered folder, as far as its repository reaches. */
  readonly #above: readonly RuleFile[];
  #generation = 0;

  constructor(root: string) {
    this.#root = root;
    this.#above = this.#rulesAbove();
  }

  /** Ignore files may have changed. */
  refresh(): void {
    this.#generation++;
  }

  isCovered(folder: FolderNode, name: string, { dev }: BigIntStats): boolean {
    if (GENERATED.includes(name) || dev !== folder.device) return false;
    const path = `${this.#root}/${pathIn(folder, name)}`;
    const budget = createBudget(IGNORE_BUDGET);
    for (const { folder: place, rules } of this.#rulesFor(folder)) {
      try {
        const verdict = rules.verdict(path.slice(place.length + 1), true, budget);
        if (verdict) return verdict === 'unignored';
      } catch (error) {
        if (!(error instanceof BudgetExceeded)) throw error;
        return true;
      }
    }
    return true;
  }

  /** The nearest first. */
  *#rulesFor(folder: FolderNode): Generator<RuleFile> {
    for (let at: FolderNode | undefined = folder; at; at = at.parent) {
      const { rules, isRepository } = this.#rulesIn(at.path === '' ? this.#root : `${this.#root}/${at.path}`);
      yield* rules;
      if (isRepository) return;
    }
    yield* this.#above;
  }

  #rulesAbove(): RuleFile[] {
    const found: RuleFile[] = [];
    if (this.#rulesIn(this.#root).isRepository) return found;
    for (let at = dirname(this.#root); ; at = dirname(at)) {
      const { rules, isRepository } = this.#rulesIn(at);
      found.push(...rules);
      if (isRepository) return found;
      // Without a repository there are no ignore files above.
      if (at === dirname(at)) return [];
    }
  }

  #rulesIn(folder: string): FolderRules {
    const cached = this.#cache.get(folder);
    if (cached?.generation === this.#generation) return cached;
    const isRepository = lstatPath(`${folder}/.git`) !== undefined;
    // A repository has rules of its own, which come after those of its files.
    const files = isRepository ? ['.gitignore', '.git/info/exclude'] : ['.gitignore'];
    const found = files.map((file) => ({ file: `${folder}/${file}`, stats: lstatPath(`${folder}/${file}`) }));
    const stamp = found.map(({ stats }) => stats && `${stats.ino} ${stats.ctimeNs}`).join();
    const isSame = cached?.stamp === stamp;
    const rules = isSame
      ? cached.rules
      : found.flatMap(({ file, stats }) => rulesOf(file, stats).map((each) => ({ folder, rules: each })));
    const fresh = { rules, isRepository, stamp, generation: this.#generation };
    this.#cache.set(folder, fresh);
    return fresh;
  }
}

function rulesOf(file: string, stats: BigIntStats | undefined): IgnoreRules[] {
  if (!stats?.isFile() || stats.size > BigInt(MAX_IGNORE_BYTES)) return [];
  try {
    return [parseIgnoreRules(readFileSync(systemPath(file), 'utf8'))];
  } catch {
    return [];
  }
}

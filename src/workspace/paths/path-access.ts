import { join, normalize, sep } from 'node:path';
import { createPolicyMatcher, type PathPolicy, type PolicyMatcher } from '../../core/paths/path-policy.ts';
import type { PathRule } from '../../core/paths/path-rule.ts';
import type { DirectoryEntry, Files } from '../../ports/files.ts';
import { createTurns } from '../turns.ts';
import { deniedError, protectedError } from '../workspace-errors.ts';

// What the policy says about paths, by the name that was given and by the real one.

type Named = { readonly given: string; readonly real: string };

/** An entry of a folder, with what the policy says about it. */
export type MarkedEntry = DirectoryEntry & { readonly mark?: 'denied' | 'protected' | undefined };

export async function refuseDenied(path: Named, policy: PathPolicy, files: Files): Promise<void> {
  const rule = await ruleCatching(path, 'denying', policy, files);
  if (rule) throw deniedError(path, rule.source);
}

export async function refuseProtected(path: Named, policy: PathPolicy, files: Files): Promise<void> {
  const rule = await ruleCatching(path, 'protecting', policy, files);
  if (rule) throw protectedError(path, rule.source);
}

/** The entries of a folder, each marked by its own name and by what it leads to. */
export async function markEntries(
  folder: Named,
  entries: readonly DirectoryEntry[],
  policy: PathPolicy,
  files: Files,
): Promise<MarkedEntry[]> {
  const matcher = await matcherFor(policy, files);
  const turns = createTurns();
  const marked: MarkedEntry[] = [];
  for (const entry of entries) {
    await turns();
    const own = join(folder.real, entry.name);
    const real = entry.kind === 'link' ? await files.realPath(own).catch(() => own) : own;
    const mark = markOf({ given: join(folder.given, entry.name), real }, matcher, entry.kind === 'directory');
    marked.push(mark ? { ...entry, mark } : entry);
  }
  return marked;
}

function markOf(path: Named, { denying, protecting }: PolicyMatcher, isFolder: boolean): MarkedEntry['mark'] {
  if (caught(path, denying, isFolder)) return 'denied';
  return caught(path, protecting, isFolder) ? 'protected' : undefined;
}

/** A test for real paths of files: whether no rule denies them. */
export async function readableTest(policy: PathPolicy, files: Files): Promise<(real: string) => boolean> {
  const { denying } = await matcherFor(policy, files);
  return (real) => denying(slashed(real), { isFolder: false }) === undefined;
}

/** The rule that denies a real path. */
export async function deniedBy(real: string, policy: PathPolicy, files: Files): Promise<string | undefined> {
  return (await ruleCatching({ given: real, real }, 'denying', policy, files))?.source;
}

/** The rules that catch a path, for both that it can be. */
type Verdict = { readonly asFolder: PathRule | undefined; readonly asFile: PathRule | undefined };

const MAX_VERDICTS = 1_000;
const verdicts = new WeakMap<PolicyMatcher, Map<string, Verdict>>();

/** Depends on the names alone, so that it is worked out once for each path. */
function verdictOn(path: Named, by: keyof PolicyMatcher, matcher: PolicyMatcher): Verdict {
  const known = verdicts.get(matcher) ?? new Map<string, Verdict>();
  verdicts.set(matcher, known);
  const key = `${by}\0${path.given}\0${path.real}`;
  const found = known.get(key);
  if (found) return found;
  const matches = matcher[by];
  const verdict = { asFolder: caught(path, matches, true), asFile: caught(path, matches, false) };
  if (known.size >= MAX_VERDICTS) known.clear();
  known.set(key, verdict);
  return verdict;
}

async function ruleCatching(
  path: Named,
  by: keyof PolicyMatcher,
  policy: PathPolicy,
  files: Files,
): Promise<PathRule | undefined> {
  const { asFolder, asFile } = verdictOn(path, by, await matcherFor(policy, files));
  // Few rules are for folders only, so this seldom needs the disk.
  if (asFolder?.source === asFile?.source) return asFile;
  return (await files.info(path.real))?.kind === 'directory' ? asFolder : asFile;
}

function caught({ given, real }: Named, matches: PolicyMatcher[keyof PolicyMatcher], isFolder: boolean) {
  const byReal = matches(slashed(real), { isFolder });
  return byReal || given === real ? byReal : matches(slashed(normalize(given)), { isFolder });
}

const matchers = new WeakMap<PathPolicy, Promise<PolicyMatcher>>();

function matcherFor(policy: PathPolicy, files: Files): Promise<PolicyMatcher> {
  const known = matchers.get(policy) ?? createMatcher(policy, files);
  matchers.set(policy, known);
  return known;
}

async function createMatcher(policy: PathPolicy, files: Files): Promise<PolicyMatcher> {
  const roots = policy.roots ?? [];
  const real = await Promise.all(roots.map((root) => files.realPath(root).catch(() => root)));
  return createPolicyMatcher(policy, [...roots, ...real].map(slashed));
}

function slashed(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

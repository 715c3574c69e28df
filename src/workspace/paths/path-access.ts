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

/** Returns whether the names alone allow the path, whatever is there. */
export async function refuseDenied(path: Named, policy: PathPolicy, files: Files): Promise<boolean> {
  const { rule, isByName } = await ruleCatching(path, 'denying', policy, files);
  if (rule) throw deniedError(path, rule.source);
  return isByName;
}

/** Returns the same. */
export async function refuseProtected(path: Named, policy: PathPolicy, files: Files): Promise<boolean> {
  const { rule, isByName } = await ruleCatching(path, 'protecting', policy, files);
  if (rule) throw protectedError(path, rule.source);
  return isByName;
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
  return (await ruleCatching({ given: real, real }, 'denying', policy, files)).rule?.source;
}

type Verdict = { readonly rule: PathRule | undefined; readonly isByName: boolean };

async function ruleCatching(
  path: Named,
  by: keyof PolicyMatcher,
  policy: PathPolicy,
  files: Files,
): Promise<Verdict> {
  const matches = (await matcherFor(policy, files))[by];
  const [asFolder, asFile] = [caught(path, matches, true), caught(path, matches, false)];
  // Few rules are for folders only, so this seldom needs the disk.
  if (asFolder?.source === asFile?.source) return { rule: asFile, isByName: true };
  const isFolder = (await files.info(path.real))?.kind === 'directory';
  return { rule: isFolder ? asFolder : asFile, isByName: false };
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

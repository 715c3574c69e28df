import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';
import { cacheDirectory, configDirectory, defaultStateDirectory } from './adapters/private/own-folders.ts';
import { createPathPolicy, type PathPolicy, ruleDenyingAllIn } from './core/paths/path-policy.ts';
import { type Places, parseRules } from './core/paths/path-rule.ts';
import type { WorkspaceOptions } from './options/workspace-options.ts';

const GLOB_OPTIONS = ['deny', 'allowRead', 'unprotect'] as const;

/** A glob that cannot be read. */
export class GlobError extends TypeError {
  readonly option: (typeof GLOB_OPTIONS)[number];
  readonly glob: string;
  readonly reason: string;

  constructor(option: (typeof GLOB_OPTIONS)[number], glob: string, reason: string) {
    super(`Invalid option \`${option}\`: '${glob}'. It takes globs in the syntax of .gitignore: ${reason}.`);
    this.option = option;
    this.glob = glob;
    this.reason = reason;
  }
}

/** The last one: the command asks for the same policy several times before it serves. */
let last: { readonly key: string; readonly policy: PathPolicy } | undefined;

/** What a workspace with these options may touch. Throws a GlobError. */
export function pathPolicy(options: WorkspaceOptions): PathPolicy {
  const { allowAnywhere, readOnly, deny, allowRead, unprotect } = options;
  const key = JSON.stringify([
    [allowAnywhere === true, readOnly === true, deny, allowRead, unprotect],
    [rootsOf(options), stateDirectoryOf(options), homedir()],
    [process.env.XDG_CACHE_HOME, process.env.XDG_CONFIG_HOME],
  ]);
  if (last?.key !== key) last = { key, policy: createPolicy(options) };
  return last.policy;
}

function createPolicy(options: WorkspaceOptions): PathPolicy {
  for (const option of GLOB_OPTIONS) for (const glob of options[option] ?? []) expectGlob(option, glob);
  const roots = options.allowAnywhere ? undefined : rootsOf(options);
  const { deny = [], allowRead = [], unprotect = [], readOnly = false } = options;
  const own = [...new Set(ownFoldersOf(options).map((folder) => slashed(resolve(folder))))];
  return createPathPolicy({ roots, readOnly, deny, allowRead, unprotect, own }, places);
}

export function rootsOf({ roots = [process.cwd()] }: WorkspaceOptions): string[] {
  return roots.map((root) => resolve(root));
}

/** Other servers and the terminals keep theirs in the default folder, whatever `--state-dir` says. */
export function ownFoldersOf(options: WorkspaceOptions): string[] {
  const { env } = process;
  return [stateDirectoryOf(options), defaultStateDirectory(env), cacheDirectory(env), configDirectory(env)];
}

export function stateDirectoryOf({ stateDirectory }: WorkspaceOptions): string {
  return stateDirectory ?? defaultStateDirectory(process.env);
}

/** An allowed folder in which all is denied, and the rule that does it: to allow a folder does not lift a rule. */
export function deniedRoot(policy: PathPolicy): DeniedRoot | undefined {
  if (!deniedRoots.has(policy)) deniedRoots.set(policy, findDeniedRoot(policy));
  return deniedRoots.get(policy);
}

type DeniedRoot = { readonly root: string; readonly rule: string };
const deniedRoots = new WeakMap<PathPolicy, DeniedRoot | undefined>();

function findDeniedRoot(policy: PathPolicy): DeniedRoot | undefined {
  for (const root of policy.roots ?? [])
    for (const path of new Set([root, places.realPath(root)])) {
      const rule = ruleDenyingAllIn(slashed(path), policy);
      if (rule) return { root, rule: rule.source };
    }
  return undefined;
}

const places: Places = {
  get home() {
    return slashed(homedir());
  },
  realPath(path) {
    try {
      return slashed(realpathSync.native(path));
    } catch {
      return path;
    }
  },
};

function expectGlob(option: (typeof GLOB_OPTIONS)[number], glob: string): void {
  try {
    parseRules(glob, places, { lifts: option !== 'deny' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new GlobError(option, glob, error.message);
  }
}

function slashed(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

import { type PathRule, type Places, parseRules, ruleFor, segmentsOf } from './path-rule.ts';
import { createRuleMatcher, type RuleMatcher } from './rule-matcher.ts';

/** What may be done to which paths: every file tool, undo and rewrite asks this one value. */
export type PathPolicy = {
  /** Folders inside which everything happens; undefined allows every path. */
  readonly roots: readonly string[] | undefined;
  /** Folders that may be written to; undefined: wherever the rest allows it. */
  readonly writable: readonly string[] | undefined;
  /** Not readable, not writable. */
  readonly denied: readonly PathRule[];
  /** Readable, not writable. */
  readonly protected: readonly PathRule[];
};

export type PolicyOptions = {
  readonly roots: readonly string[] | undefined;
  readonly readOnly: boolean;
  /** After the defaults; a glob that begins with `!` is an exception. */
  readonly deny: readonly string[];
  readonly allowRead: readonly string[];
  readonly unprotect: readonly string[];
  /** Folders of Corvid itself, which hold what edits have removed, and code that it runs. */
  readonly own: readonly string[];
};

/** Files that usually hold credentials. */
const DEFAULT_DENIED: readonly string[] = [
  '**/.env',
  '**/.env.*',
  '!**/.env.{example,sample,template}',
  '~/.ssh/**',
  '~/.aws/**',
  '~/.gnupg/**',
  '**/id_{rsa,ed25519,ecdsa}',
  '**/*.pem',
  '**/*.key',
];

/** What programs outside Corvid run or obey later: git, editors, agents. */
const DEFAULT_PROTECTED: readonly string[] = [
  '**/.git',
  '**/.gitmodules',
  '**/.vscode',
  '**/*.code-workspace',
  '**/.idea',
  '**/.devcontainer',
  '**/.envrc',
  '**/.mcp.json',
  '**/.{claude,codex,gemini,opencode,cursor,windsurf,zed,codeium,continue,kiro,roo}',
  '**/.claude.json',
  '**/opencode.{json,jsonc}',
  '**/.aider.conf.yml',
  '**/.corvid.json',
];

/** Throws a RangeError for a glob that cannot be read. */
export function createPathPolicy(options: PolicyOptions, places: Places): PathPolicy {
  const rules = (globs: readonly string[]) => globs.flatMap((glob) => parseRules(glob, places));
  // To lift a folder is to lift what is in it.
  const lifting = (globs: readonly string[]) =>
    globs.flatMap((glob) =>
      [glob, `${glob.replace(/\/+$/, '')}/**`].flatMap((one) => parseRules(one, places, { lifts: true })),
    );
  const own = options.own.flatMap((folder) => ruleFor(folder, folder, places));
  return {
    roots: options.roots,
    writable: options.readOnly ? [] : undefined,
    denied: [...rules([...DEFAULT_DENIED, ...options.deny]), ...own, ...lifting(options.allowRead)],
    protected: [...rules(DEFAULT_PROTECTED), ...lifting(options.unprotect)],
  };
}

export type PolicyMatcher = {
  /** The rule by which a path may not be read, nor written. */
  denying: RuleMatcher;
  /** The rule by which a path may not be written. The names of the allowed folder that holds it do not count. */
  protecting: RuleMatcher;
};

/** `roots`: the allowed folders by all their names. */
export function createPolicyMatcher(policy: PathPolicy, roots: readonly string[]): PolicyMatcher {
  const denying = createRuleMatcher(policy.denied, roots);
  const protecting = createRuleMatcher(policy.protected, roots);
  const held = policy.roots === undefined ? [] : roots.map((root) => segmentsOf(root));
  const skippedLevels = (path: string) => {
    const names = segmentsOf(path);
    const holding = held.filter((root) => root.every((name, i) => name === names[i]));
    return Math.max(0, ...holding.map(({ length }) => length));
  };
  return {
    denying,
    protecting: (path, options) => protecting(path, { ...options, skippedLevels: skippedLevels(path) }),
  };
}

/** Only a rule that means every name means this one. */
const UNUSUAL_NAME = '\u0001'.repeat(40);

/** Whether everything in a folder is denied, as in `~/.ssh` by `~/.ssh/**`. */
export function ruleDenyingAllIn(folder: string, policy: PathPolicy): PathRule | undefined {
  const { denying } = createPolicyMatcher(policy, policy.roots ?? []);
  return denying(`${folder}/${UNUSUAL_NAME}`, { isFolder: true });
}

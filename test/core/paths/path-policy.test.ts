import { describe, expect, test } from 'vitest';
import {
  createPathPolicy,
  createPolicyMatcher,
  type PolicyOptions,
  ruleDenyingAllIn,
} from '../../../src/core/paths/path-policy.ts';
import { escapeGlob } from '../../../src/core/paths/path-rule.ts';

const links: Record<string, string> = { '/home/ada/.gnupg': '/mnt/keys' };
const places = { home: '/home/ada', realPath: (path: string) => links[path] ?? path };
const plain: PolicyOptions = {
  roots: ['/r'],
  readOnly: false,
  deny: [],
  allowRead: [],
  unprotect: [],
  own: [],
};

function matcher(options: Partial<PolicyOptions> = {}) {
  const policy = createPathPolicy({ ...plain, ...options }, places);
  const { denying, protecting } = createPolicyMatcher(policy, policy.roots ?? []);
  return {
    denied: (path: string, isFolder = false) => denying(path, { isFolder })?.source,
    protected: (path: string, isFolder = false) => protecting(path, { isFolder })?.source,
  };
}

describe('what is denied by default', () => {
  test.each([
    ['/r/.env', '**/.env'],
    ['/r/a/b/.env', '**/.env'],
    ['/r/.env.local', '**/.env.*'],
    ['/r/.env/bin/activate', '**/.env'],
    ['/r/.ENV', '**/.env'],
    ['/r/.Env.Production', '**/.env.*'],
    ['/r/.e\u200cnv', '**/.env'],
    ['/r/.env.', '**/.env'],
    ['/r/.env ', '**/.env'],
    ['/r/server.pem', '**/*.pem'],
    ['/r/SERVER.KEY', '**/*.key'],
    ['/r/id_rsa', '**/id_{rsa,ed25519,ecdsa}'],
    ['/r/x/id_ed25519', '**/id_{rsa,ed25519,ecdsa}'],
    ['/home/ada/.ssh/config', '~/.ssh/**'],
    ['/home/ada/.ſsh/config', '~/.ssh/**'],
    ['/home/ada/.aws/sso/cache/x.json', '~/.aws/**'],
    ['/mnt/keys/private/x', '~/.gnupg/**'],
    ['/r/.env.example/.env', '**/.env'],
  ])('%s by %s', (path, rule) => {
    expect(matcher().denied(path)).toBe(rule);
  });

  test.each([
    '/r/.env.example',
    '/r/a/.env.sample',
    '/r/.env.template',
    '/r/environment.ts',
    '/r/.envrc',
    '/r/id_rsa.pub',
    '/r/keys.ts',
    '/r/pem',
    '/r/.ssh/config',
    '/home/ada/.ssh',
    '/home/bob/.ssh/config',
    '/',
  ])('not %s', (path) => {
    expect(matcher().denied(path)).toBeUndefined();
  });
});

describe('what is protected by default', () => {
  test.each<[path: string, rule: string]>([
    ['/r/.git/hooks/pre-commit', '**/.git'],
    ['/r/.git/config', '**/.git'],
    ['/r/.git/config.worktree', '**/.git'],
    ['/r/vendor/lib/.git/info/attributes', '**/.git'],
    ['/r/.GIT/hooks/x', '**/.git'],
    ['/r/.git', '**/.git'],
    ['/r/.vscode/tasks.json', '**/.vscode'],
    ['/r/sub/.idea/x.xml', '**/.idea'],
    ['/r/.envrc', '**/.envrc'],
    ['/r/.mcp.json', '**/.mcp.json'],
    ['/r/.gitmodules', '**/.gitmodules'],
    ['/r/.corvid.json', '**/.corvid.json'],
    ...['claude', 'codex', 'gemini', 'opencode', 'cursor', 'windsurf', 'zed'].map<[string, string]>(
      (agent) => [
        `/r/.${agent}/settings.json`,
        '**/.{claude,codex,gemini,opencode,cursor,windsurf,zed,codeium,continue,kiro,roo}',
      ],
    ),
  ])('%s by %s', (path, rule) => {
    expect(matcher().protected(path)).toBe(rule);
    expect(matcher().denied(path)).toBeUndefined();
  });

  test.each([
    '/r/.github/workflows/ci.yml',
    '/r/.gitignore',
    '/r/git/config',
    '/r/vscode/x',
    '/r/package.json',
  ])('not %s', (path) => {
    expect(matcher().protected(path)).toBeUndefined();
  });

  test('by names inside the allowed folder, not by those of the folder itself', () => {
    const inWorktree = matcher({ roots: ['/home/ada/.claude/worktrees/x', '/home/ada'] });
    expect(inWorktree.protected('/home/ada/.claude/worktrees/x/src/a.ts')).toBeUndefined();
    expect(inWorktree.protected('/home/ada/.claude/worktrees/x/.git/config')).toBe('**/.git');
    expect(inWorktree.protected('/home/ada/.claude/settings.json')).toContain('.{claude,');
    expect(matcher({ roots: undefined }).protected('/home/ada/.claude/worktrees/x/a')).toContain('.{claude,');
  });
});

describe('rules of the user', () => {
  test.each<[deny: string[], path: string, isDenied: boolean]>([
    [['secrets'], '/r/a/secrets', true],
    [['secrets'], '/r/a/secrets/b/c.txt', true],
    [['secrets/'], '/r/secrets/b.txt', true],
    [['secrets/'], '/r/secrets', false],
    [['/top.txt'], '/r/top.txt', true],
    [['/top.txt'], '/r/a/top.txt', false],
    [['a/b.txt'], '/r/a/b.txt', true],
    [['a/b.txt'], '/r/x/a/b.txt', false],
    [['./a/b.txt'], '/r/a/b.txt', true],
    [['/r/deep/x'], '/r/deep/x/y', true],
    [['a/**/z'], '/r/a/z', true],
    [['a/**/z'], '/r/a/b/c/z', true],
    [['a/**/z'], '/r/a/b/c/y', false],
    [['a/**'], '/r/a/b', true],
    [['a/**'], '/r/a', false],
    [['**'], '/r/a', true],
    [['*.t?t'], '/r/a.txt', true],
    [['*.t?t'], '/r/a.tt', false],
    [['[a-c]x'], '/r/Bx', true],
    [['[!a-c]x'], '/r/bx', false],
    [['[]x]y'], '/r/]y', true],
    [['a*b*c'], '/r/aXbXbXc', true],
    [['a*b*c'], '/r/aXbXbXd', false],
    [['\\!a'], '/r/!a', true],
    [['\\*'], '/r/*', true],
    [['\\*'], '/r/a', false],
    [['#a'], '/r/#a', true],
    [['{a,b}.{c,d}'], '/r/b.c', true],
    [['{a}'], '/r/{a}', true],
    [['Ünïcode'], '/r/u\u0308ni\u0308CODE', true],
    [['!.env'], '/r/.env', false],
    [['!.env', '.env'], '/r/.env', true],
    [['secrets', '!secrets/public.txt'], '/r/secrets/public.txt', false],
    [['secrets', '!secrets/public.txt'], '/r/secrets/other.txt', true],
    [['!secrets/public.txt', 'secrets'], '/r/secrets/public.txt', true],
    [['private/'], '/r/private/.env.example', true],
    [['~/notes'], '/home/ada/notes/x', true],
    [['~'], '/home/ada/x', true],
    [['~/**'], '/home/ada/x', true],
    [['~', '~/**', '~/**/x'], '/r/x', false],
    [['**/\u200c', '\u200c/**'], '/r/a', false],
    [['?'], '/r/😀', true],
    [['x*[!😀]'], '/r/x😀', false],
  ])('--deny %j: %s is denied: %s', (deny, path, isDenied) => {
    expect(matcher({ deny }).denied(path) !== undefined).toBe(isDenied);
  });

  test('a rule for folders leaves files alone', () => {
    const { denied } = matcher({ deny: ['build/'] });
    expect([denied('/r/build', true), denied('/r/build', false)]).toEqual(['build/', undefined]);
  });

  test('--allow-read lifts what it names and what is in it, whatever denied it', () => {
    expect(matcher({ allowRead: ['.env'] }).denied('/r/a/.env')).toBeUndefined();
    expect(matcher({ allowRead: ['/home/ada/.ssh'] }).denied('/home/ada/.ssh/config')).toBeUndefined();
    expect(matcher({ allowRead: ['config/'] }).denied('/r/config/.env')).toBeUndefined();
    expect(matcher({ allowRead: ['config/'] }).denied('/r/.env')).toBe('**/.env');
    expect(matcher({ deny: ['x'], allowRead: ['**'] }).denied('/r/x')).toBeUndefined();
  });

  test('--unprotect lifts what it names and what is in it', () => {
    const { protected: isProtected } = matcher({ unprotect: ['.vscode', '.git/hooks'] });
    expect(isProtected('/r/.vscode/tasks.json')).toBeUndefined();
    expect(isProtected('/r/.git/hooks/pre-commit')).toBeUndefined();
    expect(isProtected('/r/.git/config')).toBe('**/.git');
  });

  test("Corvid's own folders are denied, and no exception of --deny lifts them", () => {
    const { denied } = matcher({ own: ['/r/st*te[1]'], deny: ['!**'] });
    expect(denied('/r/st*te[1]/history/x')).toBe('/r/st*te[1]');
    expect(denied('/r/state1')).toBeUndefined();
  });

  test('a path can be made a glob that means it alone', () => {
    const path = '/r/a[b]*{c,d}?!#~ \\x';
    expect(matcher({ deny: [escapeGlob(path)] }).denied(path)).toBeDefined();
    expect(matcher({ deny: [escapeGlob(path)] }).denied('/r/ab')).toBeUndefined();
  });

  test.each([
    ['', 'it names nothing'],
    ['!', 'it names nothing'],
    ['/', 'it names nothing'],
    ['a/../b', 'it contains `..`'],
    ['a/..\\/b', 'it contains `..`'],
    ['[a[:alpha:]]', 'named classes'],
    ['[a', 'a `[` in it is not closed'],
    ['[[:alpha:]]', 'named classes'],
    ['a\\', 'it ends with a backslash'],
    ['{a,b,c,d,e,f,g,h,i,j,k}{a,b,c,d,e,f,g,h,i,j,k}', 'its braces make more than 100 globs'],
  ])('%j is refused', (glob, reason) => {
    expect(() => matcher({ deny: [glob] })).toThrow(reason);
  });
});

test('an allowed folder in which all is denied is found', () => {
  const policy = (options: Partial<PolicyOptions>) => createPathPolicy({ ...plain, ...options }, places);
  expect(ruleDenyingAllIn('/home/ada/.ssh', policy({}))?.source).toBe('~/.ssh/**');
  expect(ruleDenyingAllIn('/home/ada/.ssh', policy({ allowRead: ['~/.ssh'] }))).toBeUndefined();
  expect(ruleDenyingAllIn('/root', policy({ deny: ['?', '*.txt'] }))).toBeUndefined();
});

test('hostile paths take no longer than others of their length', () => {
  const deny = ['a/**/a/**/a/**/a/**/b', '**/a/**/a/**/a/**/b', '*a*a*a*a*a*a*b', '**/*a*/**/*a*/**/c'];
  const { denied } = matcher({ deny });
  // Time of the processor: other work on the machine does not count.
  const started = process.cpuUsage();
  for (const path of [`/r${'/a'.repeat(2000)}`, `/r/${'a'.repeat(4000)}`, `/r${'/aaaa'.repeat(800)}`])
    expect(denied(path)).toBeUndefined();
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
});

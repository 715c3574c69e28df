import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseIgnoreRules } from '../../../src/core/paths/ignore-rules.ts';
import { createPathPolicy, createPolicyMatcher } from '../../../src/core/paths/path-policy.ts';
import { BudgetExceeded, createBudget } from '../../../src/core/text/compare/budget.ts';

const verdict = (rules: string, path: string, isFolder = false) =>
  parseIgnoreRules(rules).verdict(path, isFolder, createBudget());

describe('rules', () => {
  test.each([
    ['*.log', 'a/b.log', 'ignored'],
    ['/*.log', 'a/b.log', undefined],
    ['a/**/b', 'a/b', 'ignored'],
    ['a/**/b', 'a/x/y/b', 'ignored'],
    ['a/**', 'a', undefined],
    ['**/b', 'a/b', 'ignored'],
    ['a**b/c', 'axb/c', 'ignored'],
    ['[a-c]x', 'bx', 'ignored'],
    ['[!a-c]x', 'bx', undefined],
    ['[]a]x', ']x', 'ignored'],
    ['[[:digit:]]', '7', 'ignored'],
    ['[[:constructor:]]', 'c', undefined],
    ['[a', 'a', undefined],
    ['\\#a', '#a', 'ignored'],
    ['# a', '# a', undefined],
    ['a ', 'a', 'ignored'],
    ['a\\ ', 'a ', 'ignored'],
    ['a\\', 'a', undefined],
    ['*\n!a', 'a', 'unignored'],
    ['\ufeffa\r\nb', 'a', 'ignored'],
    ['', 'a', undefined],
  ] as const)('%j says of %s: %s', (rules, path, expected) => {
    expect(verdict(rules, path)).toBe(expected);
  });

  test('that end with a slash are about folders', () => {
    expect(verdict('a/', 'a')).toBeUndefined();
    expect(verdict('a/', 'a', true)).toBe('ignored');
  });

  test('no pattern takes longer than its length times that of the path', () => {
    const spent = (pattern: string, path: string) => {
      let work = 0;
      parseIgnoreRules(pattern).verdict(path, false, {
        spend: (more) => {
          work += more;
        },
      });
      return work;
    };
    for (const pattern of ['a/**/'.repeat(40), '*a'.repeat(100), '**/'.repeat(1000), '*?'.repeat(100)])
      expect(spent(`${pattern}b`, 'a/'.repeat(200))).toBeLessThan(3 * 400 * pattern.length);
  });

  test('are read in time that grows with their length', () => {
    // Time of the processor: other work on the machine does not count.
    const started = process.cpuUsage();
    const literalThenStars = `x/${'a'.repeat(100_000)}${'*b'.repeat(100_000)}`;
    for (const text of [literalThenStars, `[${'[:'.repeat(300_000)}x]`, '[\n'.repeat(50_000)])
      expect(verdict(text, 'x/a')).toBeUndefined();
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });

  test('sets count in the budget with their length', () => {
    const rules = parseIgnoreRules(`*[${'a'.repeat(10_000)}]x`);
    expect(() => rules.verdict('b'.repeat(200), false, createBudget(1_000_000))).toThrow(BudgetExceeded);
  });

  test('that cost more than the budget end the search', () => {
    const rules = parseIgnoreRules(`${'*a'.repeat(50)}b\n`.repeat(1000));
    expect(() => rules.verdict('a'.repeat(200), false, createBudget(10_000))).toThrow(BudgetExceeded);
  });
});

describe('Git agrees', () => {
  const names = ['a', 'b', 'ab', '.a', 'a-b', 'A', 'b]', 'a b'];
  const paths = [
    ...names,
    ...names.flatMap((one) => names.slice(0, 4).map((other) => `d${one}/${other}`)),
    ...['a', 'b', 'ab'].flatMap((one) => ['a', 'b', 'ab'].map((other) => `da/d${one}/${other}`)),
  ].map((path) => path.replaceAll('/a/', '/da/'));
  const folders = [...new Set(paths.flatMap(foldersOf))];
  let repository = '';

  beforeAll(() => {
    repository = mkdtempSync(join(tmpdir(), 'corvid-test-'));
    execFileSync('git', ['init', '--quiet'], { cwd: repository });
    for (const path of paths) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      writeFileSync(join(repository, path), '');
    }
  });
  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  function foldersOf(path: string): string[] {
    const parts = path.split('/').slice(0, -1);
    return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  }

  function ignoredByGit(rules: string, { ignoresCase = false } = {}): string[] {
    writeFileSync(join(repository, '.gitignore'), rules);
    const input = [...paths, ...folders].join('\0');
    const command = ['-c', `core.ignorecase=${ignoresCase}`, 'check-ignore', '--no-index', '-z', '--stdin'];
    const run = () => execFileSync('git', command, { cwd: repository, input });
    try {
      return run().toString().split('\0').filter(Boolean).sort();
    } catch (error) {
      if ((error as { status?: number }).status === 1) return [];
      throw error;
    }
  }

  function ignoredByUs(text: string): string[] {
    const rules = parseIgnoreRules(text);
    const is = (path: string, isFolder: boolean): boolean =>
      foldersOf(path).some((folder) => rules.verdict(folder, true, createBudget()) === 'ignored') ||
      rules.verdict(path, isFolder, createBudget()) === 'ignored';
    return [
      ...paths.filter((path) => is(path, false)),
      ...folders.filter((folder) => is(folder, true)),
    ].sort();
  }

  const atom = fc.constantFrom(
    ...['a', 'b', 'd', 'da', 'db', 'ab', '*', '**', '?', '/', '/', '**/', '/**', '/**/', '***', ' '],
    ...[
      '[ab]',
      '[!a]',
      '[^b-z]',
      '[a',
      ']',
      '[]',
      '[[:alpha:]]',
      '[[:x:]]',
      '[-a]',
      '[a-]',
      '[\\]]',
      '[[:a]',
      '[a/b]',
      '[A-B]',
    ],
    ...['\\', '\\a', '\\*', '\\/', '-', '.', '#', '!', 'A'],
  );
  const line = fc
    .tuple(
      fc.constantFrom('', '', '!', '/'),
      fc.array(atom, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('', '/'),
    )
    .map(([start, parts, end]) => `${start}${parts.join('')}${end}`);

  test('with random rules on a tree of files', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const rules = `${lines.join('\n')}\n`;
        expect(ignoredByUs(rules)).toEqual(ignoredByGit(rules));
      }),
      { numRuns: Number(process.env.IGNORE_RUNS ?? 150) },
    );
  });

  /** Undefined if the policy refuses a glob. */
  function deniedByPolicy(deny: readonly string[]): string[] | undefined {
    const options = { roots: ['/'], readOnly: false, deny, allowRead: [], unprotect: [], own: [] };
    try {
      const policy = createPathPolicy(options, { home: '/none', realPath: (path) => path });
      const { denying } = createPolicyMatcher(policy, ['/']);
      const is = (path: string, isFolder: boolean) => denying(`/${path}`, { isFolder }) !== undefined;
      return [
        ...paths.filter((path) => is(path, false)),
        ...folders.filter((folder) => is(folder, true)),
      ].sort();
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  // On purpose the policy reads `!`, `#`, dots and spaces at the end of names, empty names and `a**` in another way. To Git
  // `\A` matches nothing where the case is left out.
  const readAlike = line.filter((text) => !/^[!#]|[. ](\/|$)|^\\\/|\/\\?\/|[^/*]\*\*|\\A/.test(text));

  test('with the globs of the policy, which leave out the case', () => {
    fc.assert(
      fc.property(fc.array(readAlike, { minLength: 1, maxLength: 3 }), (lines) => {
        const denied = deniedByPolicy(lines);
        fc.pre(denied !== undefined);
        expect(denied).toEqual(ignoredByGit(`${lines.join('\n')}\n`, { ignoresCase: true }));
      }),
      { numRuns: Number(process.env.IGNORE_RUNS ?? 100) },
    );
  });
});

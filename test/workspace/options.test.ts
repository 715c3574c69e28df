import { describe, expect, test } from 'vitest';
import { openWorkspace, type WorkspaceOptions } from '../../src/open-workspace.ts';
import type { OptionEntry } from '../../src/options/option.ts';
import { serverOptions } from '../../src/options/server-options.ts';
import { workspaceOptions } from '../../src/options/workspace-options.ts';

const opening = (options: unknown) => () => openWorkspace(options as WorkspaceOptions);

test.each([
  [{ matching: 'foo' }, "Invalid option `matching`: 'foo'. It takes one of exact, safe, permissive."],
  [{ maxFileBytes: -1 }, 'Invalid option `maxFileBytes`: -1. It takes a number above 0.'],
  [{ maxFileBytes: '10' }, "Invalid option `maxFileBytes`: '10'. It takes a number above 0."],
  [{ roots: '/tmp' }, "Invalid option `roots`: '/tmp'. It takes a list of strings."],
  [{ roots: ['/tmp', 5] }, 'Invalid option `roots`: [/tmp, 5]. It takes a list of strings.'],
  [{ readOnly: 'yes' }, "Invalid option `readOnly`: 'yes'. It takes true or false."],
  [
    { encoding: 'klingon' },
    "Invalid option `encoding`: 'klingon'. It takes the name of an encoding, such as windows-1251 or shift_jis.",
  ],
  [{ deny: '.env' }, "Invalid option `deny`: '.env'. It takes a list of strings."],
  [
    { deny: ['[a'] },
    "Invalid option `deny`: '[a'. It takes globs in the syntax of .gitignore: a `[` in it is",
  ],
  [
    { allowRead: ['!a'] },
    "Invalid option `allowRead`: '!a'. It takes globs in the syntax of .gitignore: it begins",
  ],
  [
    { unprotect: ['a/../b'] },
    "Invalid option `unprotect`: 'a/../b'. It takes globs in the syntax of .gitignore: it",
  ],
  [
    { roots: ['/srv/x'], deny: ['/srv/x'] },
    "Invalid option `roots`: '/srv/x' is denied by the rule `/srv/x`. Name another folder, or lift the rule with `allowRead`.",
  ],
  [{ rooots: ['/tmp'] }, 'Unknown option `rooots`: did you mean `roots`? openWorkspace takes: roots, '],
  [{ toString: 1 }, 'Unknown option `toString`. openWorkspace takes: roots, allowAnywhere, '],
])('%j is refused', (options, message) => {
  expect(opening(options)).toThrow(message);
});

test('a denied root is allowed once the rule is lifted, and where there are no roots', () => {
  expect(opening({ roots: ['/srv/x'], deny: ['/srv/x'], allowRead: ['/srv/x'] })).not.toThrow();
  expect(opening({ roots: ['/srv/x'], deny: ['/srv/x'], allowAnywhere: true })).not.toThrow();
});

test('what is undefined is left to its default', () => {
  expect(opening({ roots: undefined, encoding: undefined, matching: undefined })).not.toThrow();
});

describe('the tables of options', () => {
  const all: [string, OptionEntry][] = Object.entries<OptionEntry>({ ...workspaceOptions, ...serverOptions });
  const flags = all.flatMap(([, { flag }]) => flag ?? []);

  test('name each option and each flag once', () => {
    expect(all).toHaveLength(Object.keys(workspaceOptions).length + Object.keys(serverOptions).length);
    expect(new Set(flags).size).toBe(flags.length);
  });

  test('are where a workspace gets its defaults from', async () => {
    const { limits } = openWorkspace();
    expect(limits.fileBytes).toBe(workspaceOptions.maxFileBytes.default);
    expect(limits.viewCharacters).toBe(workspaceOptions.maxViewCharacters.default);
  });

  test('hold a default that the option accepts', () => {
    const defaults = Object.entries<OptionEntry>(workspaceOptions).map(([name, option]) => [
      name,
      option.default,
    ]);
    expect(opening(Object.fromEntries(defaults))).not.toThrow();
  });

  test.each(all)('%s has a value for its flag, and a project may only make it stricter', (_, option) => {
    const { type, flag, value, choices, project } = option;
    if (flag !== undefined) expect(value === undefined).toBe(type === 'boolean');
    expect(choices === undefined).toBe(type !== 'choice');
    if (project === 'stricter') expect(['boolean', 'number', 'choice']).toContain(type);
    if (project === 'add') expect(type).toBe('strings');
  });

  test('let a project set nothing that widens what the tools may do', () => {
    const settable = all.filter(([, { project }]) => project !== undefined).map(([name]) => name);
    for (const name of [
      'roots',
      'allowAnywhere',
      'allowRead',
      'unprotect',
      'secret',
      'passEnvironment',
      'http',
    ])
      expect(settable).not.toContain(name);
  });
});

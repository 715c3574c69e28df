import { expect, test } from 'vitest';
import { openWorkspace, type WorkspaceOptions } from '../../src/open-workspace.ts';

const opening = (options: unknown) => () => openWorkspace(options as WorkspaceOptions);

test.each([
  [{ matching: 'foo' }, "Invalid option `matching`: 'foo'. It takes one of exact, safe, permissive."],
  [{ maxFileBytes: -1 }, 'Invalid option `maxFileBytes`: -1. It takes a number above 0.'],
  [{ maxFileBytes: '10' }, "Invalid option `maxFileBytes`: '10'. It takes a number above 0."],
  [{ roots: '/tmp' }, "Invalid option `roots`: '/tmp'. It takes a list of texts."],
  [{ roots: ['/tmp', 5] }, 'Invalid option `roots`: [/tmp, 5]. It takes a list of texts.'],
  [{ readOnly: 'yes' }, "Invalid option `readOnly`: 'yes'. It takes true or false."],
  [
    { encoding: 'klingon' },
    "Invalid option `encoding`: 'klingon'. It takes the name of an encoding, such as windows-1251 or shift_jis.",
  ],
  [{ deny: '.env' }, "Invalid option `deny`: '.env'. It takes a list of texts."],
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromTmuxName, toTmuxName } from '../../../src/adapters/terminals/tmux/tmux-names.ts';

test.each([
  ['main', 'main'],
  ['a-b', 'a-b'],
  ['a.b', 'a_2e_b'],
  ['a_b', 'a_5f_b'],
  ['a:b', 'a_3a_b'],
  ['日本', '_65e5__672c_'],
])('%s is %s in tmux', (terminal, name) => {
  expect(toTmuxName(terminal)).toBe(name);
  expect(fromTmuxName(name)).toBe(terminal);
});

test('different terminals have different names, which tmux takes as they are', () => {
  const terminal = fc.oneof(
    fc.stringMatching(/^[a_.:0-9e-]{0,12}$/),
    fc.string({ unit: 'binary', maxLength: 300 }),
  );
  fc.assert(
    fc.property(terminal, terminal, (one, other) => {
      expect(toTmuxName(one) === toTmuxName(other)).toBe(one === other);
      expect(toTmuxName(one)).toMatch(/^[A-Za-z0-9_-]{1,120}$/);
    }),
    { numRuns: 500 },
  );
});

test('a name that this server did not give stays as it is', () => {
  expect(fromTmuxName('my_session')).toBe('my_session');
  expect(fromTmuxName('_ffffff_')).toBe('_ffffff_');
});

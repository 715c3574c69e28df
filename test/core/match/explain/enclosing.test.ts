import { expect, test } from 'vitest';
import { enclosingHeading } from '../../../../src/core/match/explain/enclosing.ts';

test.each([
  ['Python', 'class A:\n    def f(self):\n        if x:\n            HERE\n', 'def f(self)'],
  ['an async Python function', 'async def f(x):\n    HERE\n', 'async def f(x)'],
  [
    'JavaScript',
    'export async function load(a, b) {\n  if (a) {\n    HERE\n  }\n}\n',
    'export async function load(a, b)',
  ],
  ['a method', 'class A {\n  run(x) {\n    HERE\n  }\n}\n', 'run(x)'],
  ['a class', 'export class A {\n  HERE\n}\n', 'export class A'],
  ['Go', 'func (s *Server) Run() error {\n\tHERE\n}\n', 'func (s *Server) Run() error'],
  ['Rust', 'impl A {\n    pub fn f(&self) -> u8 {\n        HERE\n    }\n}\n', 'pub fn f(&self) -> u8'],
  [
    'Java',
    'class A {\n  private static int f(int x) throws E {\n    HERE\n  }\n}\n',
    'private static int f(int x) throws E',
  ],
  ['C', 'static int f(int x) {\n  HERE\n}\n', 'static int f(int x)'],
  ['with CRLF', 'def f():\r\n    HERE\r\n', 'def f()'],
  ['not a loop', 'for (x of y) {\n  HERE\n}\n', undefined],
  ['not the function before', 'def f():\n    pass\nHERE\n', undefined],
  ['nothing above', 'HERE\n', undefined],
])('%s', (_, text, heading) => {
  expect(enclosingHeading(text, text.indexOf('HERE'))).toBe(heading);
});

test('a long heading is cut', () => {
  const heading = enclosingHeading(`def f(${'a, '.repeat(100)}):\n    x\n`, 310)!;
  expect(heading.length).toBeLessThan(90);
  expect(heading.endsWith('…')).toBe(true);
});

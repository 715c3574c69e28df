import { describe, expect, test } from 'vitest';
import { createEvidence } from '../../../../src/core/match/evidence.ts';
import { contextAware } from '../../../../src/core/match/strategies/context-aware.ts';
import { by, hasSeen, outcomeOf, seeing } from '../planning.ts';

/** The file has one block; the call quotes it with another first line and changes something inside. */
const blocks: [string, string, string, string][] = [
  ['a number in its name', 'server2:\n', 'server1:\n', '  host: a\n  port: 80\n  debug: true\n  size: 4\n'],
  ['another section', '[server2]\n', '[server1]\n', 'host = "a"\nport = 80\ndebug = true\nsize = 4\n'],
  [
    'another branch',
    'if [ "$ENV" = staging ]; then\n',
    'if [ "$ENV" = production ]; then\n',
    '  deploy\n  check\n  debug=true\n  migrate\nfi\n',
  ],
  [
    'the opposite name',
    'def disable(self, x):\n',
    'def enable(self, x):\n',
    '    self.x = x\n    log(x)\n    debug = true\n    self.save(x)\n',
  ],
  [
    'the opposite condition',
    'if (!user.isAdmin) {\n',
    'if (user.isAdmin) {\n',
    '  log(user);\n  count(user);\n  debug = true;\n  allow(user);\n}\n',
  ],
  [
    'another table',
    'CREATE TABLE orders (\n',
    'CREATE TABLE users (\n',
    '  id INT,\n  name TEXT,\n  debug = true,\n  day DATE\n);\n',
  ],
  [
    'a getter',
    'void setFoo(int x) {\n',
    'void getFoo(int x) {\n',
    '  a(x);\n  b(x);\n  debug = true;\n  c(x);\n}\n',
  ],
  [
    'another test',
    "it('deletes an order', function () {\n",
    "it('deletes an item', function () {\n",
    '  a(1);\n  b(2);\n  debug = true;\n  c(3);\n});\n',
  ],
  [
    'a plural',
    'def load_users(x):\n',
    'def load_user(x):\n',
    '    a(x)\n    b(x)\n    debug = true\n    c(x)\n',
  ],
];

describe('a block that is opened otherwise is another block', () => {
  test.each(blocks)('%s', (_, inFile, quoted, body) => {
    const oldText = quoted + body;
    const newText = oldText.replace('true', 'false');
    const text = `first\n${inFile}${body}last\n`;
    expect(by(contextAware, text, oldText, newText)).toBe('<absent>');
    const evidence = createEvidence(hasSeen(text), text);
    expect(by(seeing(contextAware, evidence), text, oldText, newText)).toBe('<absent>');
    expect(outcomeOf(text, oldText, newText)).toBe('<absent>');
  });

  test.each(blocks)('%s, further out', (_, inFile, quoted, body) => {
    const inner = `  loop {\n${body.replace(/^/gm, '    ').trimEnd()}\n`;
    const oldText = quoted + inner;
    expect(by(contextAware, inFile + inner, oldText, oldText.replace('true', 'false'))).toBe('<absent>');
  });
});

test.each([
  ['a slip of the pen', 'def proces_order(self, x):\n', 'def process_order(self, x):\n', false],
  ['other parameters', 'def run(self, x):\n', 'def run(self, y, z=1):\n', false],
  ['another comment', 'def run(self):  # all of it\n', 'def run(self):  # everything\n', true],
  ['other white space', 'def run( self ):\n', 'def run(self):\n', true],
])('%s in the line that opens the block', (_, quoted, inFile, isAccepted) => {
  const body = '    self.x = x\n    log(x)\n    debug = true\n    self.save(xx)\n';
  const oldText = quoted + body.replace('xx', 'yy');
  const text = `first\n${inFile}${body}last\n`;
  expect(by(contextAware, text, oldText, oldText.replace('true', 'false'))).toBe(
    isAccepted ? text.replace('true', 'false') : '<absent>',
  );
});

test('which of two functions of a name is meant, its parameters say', () => {
  const body = '  log(x);\n  count(x);\n  debug = true;\n  save(x);\n}\n';
  const text = `void run(int x) {\n${body}void run(long x) {\n  other(x);\n}\n`;
  const oldText = `void run(short x) {\n${body}`;
  expect(by(contextAware, text, oldText, oldText.replace('true', 'false'))).toBe('<absent>');
});

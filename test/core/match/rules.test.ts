import { describe, expect, test } from 'vitest';
import { edited, hasSeen, outcomeOf } from './planning.ts';

// One describe for each rule of how an imprecise edit is decided: (text, old, new → result).

type Case = readonly [name: string, text: string, oldText: string, newText: string, result: string];

function shownOutcome(text: string, oldText: string, newText: string): string {
  return outcomeOf(text, oldText, newText, { shown: hasSeen(text) });
}

type Refused = readonly [name: string, text: string, oldText: string, newText: string];

const REFUSED = /^<(?:absent|unsure|ambiguous)>$/;

describe('a line that was not quoted and touches a change', () => {
  const steps = 'def run():\n    first_step(1)\n    second_step(2)\n    third_step(3)\n    last_step(4)\n';
  test.each<Case>([
    [
      'is kept if the lines on both sides of it are kept',
      steps,
      'def run():\n    first_step(1)\n    third_step(3)\n    last_step(4)',
      'def run():\n    first_step(1)\n    third_step(3)\n    last_step(5)',
      steps.replace('last_step(4)', 'last_step(5)'),
    ],
    [
      'is kept once if the new text has it',
      steps,
      'def run():\n    first_step(1)\n    third_step(3)\n    last_step(4)',
      'def run():\n    first_step(1)\n    second_step(2)\n    third_step(3)\n    last_step(5)',
      steps.replace('last_step(4)', 'last_step(5)'),
    ],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(outcomeOf(text, oldText, newText)).toBe(result);
    expect(shownOutcome(text, oldText, newText)).toBe(result);
  });

  test.each<Refused>([
    [
      'beside a line that changes',
      steps,
      'def run():\n    first_step(1)\n    third_step(3)\n    last_step(4)',
      'def run():\n    first_step(1)\n    third_step(9)\n    last_step(4)',
    ],
    [
      'beside lines that are inserted',
      steps,
      'def run():\n    first_step(1)\n    third_step(3)\n    last_step(4)',
      'def run():\n    first_step(1)\n    other()\n    third_step(3)\n    last_step(4)',
    ],
    [
      'among lines that are deleted, too few of them',
      steps,
      '    first_step(1)\n    third_step(3)\n    last_step(4)',
      '    last_step(4)',
    ],
  ])('is refused %s', (_, text, oldText, newText) => {
    expect(outcomeOf(text, oldText, newText)).toMatch(REFUSED);
    expect(shownOutcome(text, oldText, newText)).toMatch(REFUSED);
  });

  const long = Array.from({ length: 14 }, (_, i) => `  step_${i}(${i * 7});`);
  const block = `function f() {\n${long.join('\n')}\n}\nend();\n`;
  test('is deleted with the lines around it if it was shown and they are many', () => {
    const quoted = ['function f() {', ...long.filter((_, i) => i !== 6), '}', 'end();'].join('\n');
    expect(outcomeOf(block, quoted, 'end();')).toMatch(REFUSED);
    expect(shownOutcome(block, quoted, 'end();')).toBe('end();\n');
    const { notes } = edited(block, quoted, 'end();', { shown: hasSeen(block) });
    expect(notes).toContainEqual({
      line: 8,
      kind: 'deleted',
      text: 'line 8 `step_6(42);` was not quoted; it was deleted with the lines around it',
    });
  });
});

describe('an insertion that is there already is not made twice', () => {
  const calls = 'f(1);\nf(2);\nfoo(3);\nfoo(4);\nend();\n';
  test.each<Refused>([
    ['exact', calls, 'f(2);\nfoo(3);\n', 'f(2);\nfoo(3);\nfoo(4);\n'],
    ['exact, without a line end', calls, 'f(2);\nfoo(3);', 'f(2);\nfoo(3);\nfoo(4);'],
    ['before it', calls, 'foo(3);\nfoo(4);', 'f(2);\nfoo(3);\nfoo(4);'],
    ['shifted', '  f(2);\n  foo(3);\n  foo(4);\n', 'f(2);\nfoo(3);', 'f(2);\nfoo(3);\nfoo(4);'],
    ['blank lines', 'f(2);\n\nfoo(3);\nfoo(4);\n', 'f(2);\nfoo(3);', 'f(2);\nfoo(3);\nfoo(4);'],
    ['tokens', 'f( 2 );\nfoo( 3 );\nfoo( 4 );\n', 'f(2);\nfoo(3);', 'f(2);\nfoo(3);\nfoo(4);'],
    [
      'closing punctuation',
      'call_f(2)\ncall_foo(3)\ncall_foo(4)\n',
      'call_f(2);\ncall_foo(3);',
      'call_f(2);\ncall_foo(3);\ncall_foo(4);',
    ],
    [
      'between the quoted lines',
      'alpha(1);\nbeta(2);\ngamma(3);\ndelta(4);\n',
      'alpha(1);\ngamma(3);\ndelta(4);',
      'alpha(1);\nbeta(2);\ngamma(3);\ndelta(4);',
    ],
  ])('%s', (_, text, oldText, newText) => {
    expect(outcomeOf(text, oldText, newText)).toBe('<already-applied>');
  });

  test.each<Case>([
    ['a bracket', 'if (a) {\n  b();\n}\n', '  b();\n}\n', '  b();\n}\n}\n', 'if (a) {\n  b();\n}\n}\n'],
    ['a blank line', 'a();\n\nb();\n', 'a();\n', 'a();\n\n', 'a();\n\n\nb();\n'],
    ['a line before one that is the same', 'x = 1\n', 'x = 1', '\nx = 1', '\nx = 1\n'],
    [
      'the quoted line itself',
      'push(1);\nend();\n',
      'push(1);',
      'push(1);\npush(1);',
      'push(1);\npush(1);\nend();\n',
    ],
  ])('%s is inserted as asked', (_, text, oldText, newText, result) => {
    expect(outcomeOf(text, oldText, newText)).toBe(result);
  });
});

describe('already applied is never said while the old text is there', () => {
  const text = 'start();\nconst total = compute(items);\nsave(total);\nfinish(report);\nclose_all(files);\n';
  test('a block to delete, quoted with a slip', () => {
    const quoted = 'const total = comptue(items);\nsave(total);\nfinish(report);\nclose_all(files);';
    expect(outcomeOf(text, quoted, 'finish(report);\nclose_all(files);')).toBe('<absent>');
    expect(shownOutcome(text, quoted, 'finish(report);\nclose_all(files);')).toBe(
      'start();\nfinish(report);\nclose_all(files);\n',
    );
  });
});

describe('a line that says which block it is must be quoted as it is', () => {
  test.each<Refused>([
    [
      'a heading',
      'intro\n\n## Linux\n\nRun the tool.\nThen wait a while.\nDone.\n',
      '## Windows\n\nRun the tool.\nThen wait a while.\nDone.',
      '## Windows\n\nRun the tool twice.\nThen wait a while.\nDone.',
    ],
    [
      'a stage',
      'FROM node AS build\nWORKDIR /app\nCOPY . .\nRUN npm ci\n',
      'FROM node AS test\nWORKDIR /app\nCOPY . .\nRUN npm ci',
      'FROM node AS test\nWORKDIR /app\nCOPY . .\nRUN npm i',
    ],
    [
      'a selector',
      '.card {\n  color: red;\n  width: 100%;\n  margin: 0;\n}\n',
      '.cart {\n  color: red;\n  width: 100%;\n  margin: 0;\n}',
      '.cart {\n  color: blue;\n  width: 100%;\n  margin: 0;\n}',
    ],
    [
      'a banner',
      '# --- production ---\nhost = prod\nport = 80\nsize = 4\nmode = 2\n',
      '# --- staging ---\nhost = prod\nport = 80\nsize = 4\nmode = 2',
      '# --- staging ---\nhost = prod\nport = 81\nsize = 4\nmode = 2',
    ],
    [
      'the head of a branch that is inserted',
      'if ready:\n    start()\n    wait_for(it)\n    stop()\nend()\n',
      'if steady:\n    start()\n    wait_for(it)\n    stop()\nend()',
      'if steady:\n    start()\n    wait_for(it)\n    stop()\nelse:\n    fail()\nend()',
    ],
    [
      'a target',
      'build: deps\n\tcompile it\n\tlink it all\n\tstrip it\n',
      'check: deps\n\tcompile it\n\tlink it all\n\tstrip it',
      'check: deps\n\tcompile it\n\tlink all\n\tstrip it',
    ],
    [
      'a block that was left out',
      'def a():\n    one()\ndef b():\n    two_more()\n    three_more()\n    four_more()\n',
      'def a():\n    one()\n    two_more()\n    three_more()\n    four_more()',
      'def a():\n    one()\n    two_more()\n    three_more()\n    five_more()',
    ],
  ])('%s', (_, text, oldText, newText) => {
    expect(outcomeOf(text, oldText, newText)).toMatch(REFUSED);
    expect(shownOutcome(text, oldText, newText)).toMatch(REFUSED);
  });

  test('an elision does not reach into another block', () => {
    const text = 'def a():\n    start()\n    wait()\ndef b():\n    begin()\n    end()\n';
    expect(outcomeOf(text, 'def a():\n    ...\n    end()', 'def a():\n    ...\n    finish()')).toMatch(
      REFUSED,
    );
    expect(outcomeOf(text, 'def b():\n    ...\n    end()', 'def b():\n    ...\n    finish()')).toBe(
      text.replace('end()', 'finish()'),
    );
  });
});

describe('indentation', () => {
  test.each<Case>([
    [
      'a depth that is two in the file, between them: refused',
      'if (x) {\n  a();\n    b();\n  c();\n}\n',
      'if (x) {\n  a();\n  b();\n  c();\n}',
      'if (x) {\n  a();\n  n();\n  b();\n  c();\n}',
      '<unsure>',
    ],
    [
      'as many lines as before: each has the depth of the file',
      'class A {\n  run() {\n    go(one);\n  }\n}\n',
      '    run() {\n go(one);\n       }',
      '    run() {\n   go(two);\n       }',
      'class A {\n  run() {\n    go(two);\n  }\n}\n',
    ],
    [
      'new text that fits already is not moved again',
      'class A:\n    def f(self):\n        return 1\n',
      'def f(self):\nreturn 1',
      '    def f(self):\n        log()\n        return 1',
      'class A:\n    def f(self):\n        log()\n        return 1\n',
    ],
    [
      'stars of a comment are columns',
      'class A {\n\t/**\n\t * One.\n\t */\n\trun() {}\n}\n',
      '    /**\n     * One.\n     */\n    run() {}',
      '    /**\n     * One.\n     * Two.\n     */\n    run() {}',
      'class A {\n\t/**\n\t * One.\n\t * Two.\n\t */\n\trun() {}\n}\n',
    ],
    [
      'a comment stays with what follows it',
      'a();\n\nfunction f() {\n}\n',
      'a();\nfunction f() {',
      'a();\n// Does f.\nfunction f() {',
      'a();\n\n// Does f.\nfunction f() {\n}\n',
    ],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(outcomeOf(text, oldText, newText)).toBe(result);
  });
});

describe('a slip in the line that changes', () => {
  const text =
    'const first = start();\nconst limit = configured(10);\n// Sums up all of the prices.\nconst total = sum(prices);\nreturn total;\n';
  test.each<Case>([
    [
      'another number',
      text,
      'const first = start();\nconst limit = configured(12);\n// Sums up all of the prices.',
      'const first = start();\nconst limit = configured(20);\n// Sums up all of the prices.',
      text.replace('configured(10)', 'configured(20)'),
    ],
    [
      'another name',
      text,
      '// Sums up all of the prices.\nconst totals = sum(prices);\nreturn total;',
      '// Sums up all of the prices.\nconst totals = add(prices);\nreturn total;',
      text.replace('sum(', 'add('),
    ],
    [
      'a paraphrased comment',
      text,
      'const limit = configured(10);\n// Adds every price together.\nconst total = sum(prices);',
      'const limit = configured(10);\n// Adds prices and tax.\nconst total = sum(prices);',
      text.replace('Sums up all of the prices', 'Adds prices and tax'),
    ],
  ])('%s is forgiven if the file was shown', (_, text, oldText, newText, result) => {
    expect(outcomeOf(text, oldText, newText)).toBe('<absent>');
    expect(shownOutcome(text, oldText, newText)).toBe(result);
  });

  test.each<Refused>([
    ['one line with another name', text, 'const limits = configured(10);', 'const limits = configured(20);'],
    [
      'a line that the file has elsewhere',
      'a(1);\nb(2);\nc(3);\nb(4);\n',
      'a(1);\nb(4);\nc(3);',
      'a(1);\nb(5);\nc(3);',
    ],
    [
      'white space in a string',
      'a(1);\nsay("x  y");\nc(3);\nd(4);\n',
      'a(1);\nsay("x y");\nc(3);\nd(4);',
      'a(1);\nsay("x z");\nc(3);\nd(4);',
    ],
  ])('%s is refused', (_, text, oldText, newText) => {
    expect(shownOutcome(text, oldText, newText)).toMatch(REFUSED);
  });

  test('a misspelt name is not brought into the file by the new lines', () => {
    const oldText = 'const first = start();\nconst limit = confgured(10);\n// Sums up all of the prices.';
    const newText =
      'const first = start();\nconst limit = confgured(20);\ncheck(confgured);\n// Sums up all of the prices.';
    expect(shownOutcome(text, oldText, newText)).toBe(
      text.replace('const limit = configured(10);', 'const limit = configured(20);\ncheck(configured);'),
    );
  });
});

test('two repairs and a slip in one call', () => {
  const text = 'function f() {\n  const one = first(1);\n  const two = second(2);\n  return one + two;\n}\n';
  const numbered = (all: string) =>
    all
      .split('\n')
      .map((line, i) => `${i + 1}: ${line}`)
      .join('\n');
  const oldText = text.trimEnd().replace('return one', 'return  one').replace('first(1)', 'frist(1)');
  const call = [oldText, oldText.replace('second(2)', 'second(3)')].map(
    (all) => `\`\`\`js\n${numbered(all)}\n\`\`\``,
  );
  expect(outcomeOf(text, call[0]!, call[1]!)).toBe(text.replace('second(2)', 'second(3)'));
});

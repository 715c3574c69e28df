import { describe, expect, test } from 'vitest';
import { edited, hasSeen, outcomeOf, plan } from './planning.ts';

describe('cases that others get wrong', () => {
  test('`enabled: true` and `tls_enabled: true`: ambiguous, never column 0', () => {
    const text = 'server:\n  enabled: true\n  tls_enabled: true\n';
    expect(outcomeOf(text, 'enabled: true', 'enabled: false')).toBe('<ambiguous>');
  });

  test('a function with four calls, the last left out of the quotation: it stays', () => {
    const text = 'function f() {\n  one();\n  two();\n  three();\n  four();\n}\n';
    const oldText = 'function f() {\n  one();\n  two();\n  three();\n}';
    expect(outcomeOf(text, oldText, oldText.replace('two', 'second'))).toBe(text.replace('two', 'second'));
  });

  test('`y()` without its semicolon in nested braces: all five lines are meant', () => {
    const text = 'function a() {\n  if (x) {\n    y();\n  }\n}\n';
    const oldText = 'function a() {\n  if (x) {\n    y()\n  }\n}';
    expect(outcomeOf(text, oldText, oldText.replace('y()', 'z()'))).toBe(text.replace('y()', 'z()'));
    expect(edited(text, oldText, oldText.replace('y()', 'z()')).places).toEqual([
      { start: 0, end: text.length },
    ]);
  });

  test.each(['$&', "$'", '$`', '$$', '$1', '$<name>'])('%s in the new text is literal', (sequence) => {
    expect(outcomeOf('a old b\n', 'old', sequence)).toBe(`a ${sequence} b\n`);
    expect(outcomeOf('\told();\n\tmore();\n', '  old();\n  more();', `  ${sequence};\n  more();`)).toBe(
      `\t${sequence};\n\tmore();\n`,
    );
    expect(outcomeOf('old old\n', 'old', sequence, { replaceAll: true })).toBe(`${sequence} ${sequence}\n`);
  });

  test('literal `\\n` and `\\"` in both texts: both are unescaped', () => {
    const text = 'say("a");\nsay("b");\n';
    expect(outcomeOf(text, 'say(\\"a\\");\\nsay(\\"b\\");', 'say(\\"a\\");\\nsay(\\"c\\");')).toBe(
      'say("a");\nsay("c");\n',
    );
  });

  test('a method quoted without its indentation: the new one gets it', () => {
    const text = 'class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        pass\n';
    const made = edited(
      text,
      'def f(self):\n    return 1',
      'def f(self):\n    if x:\n        return 2\n    return 1',
    );
    expect(made.notes).toEqual([
      { line: 2, kind: 'matched', text: 'matched ignoring indentation' },
      { line: 2, kind: 'reindented', text: 'new text shifted by 4 spaces' },
    ]);
    expect(
      outcomeOf(
        text,
        'def f(self):\n    return 1',
        'def f(self):\n    if x:\n        return 2\n    return 1',
      ),
    ).toBe(text.replace('        return 1\n', '        if x:\n            return 2\n        return 1\n'));
  });

  test('the same call again is not made, and the line that looks alike is left alone', () => {
    const [oldText, newText] = ['  timeout: 30,\n  retries: 3,', '  timeout: 60,\n  retries: 3,'];
    const text = 'a = {\n  timeout: 30,\n  retries: 3,\n};\nb = {\n  timeout:  30,\n  retries: 3,\n};\n';
    const once = outcomeOf(text, oldText, newText);
    expect(once).toBe(text.replace('timeout: 30', 'timeout: 60'));
    expect(outcomeOf(once, oldText, newText)).toBe('<repeated>');
  });

  test.each([undefined, 'shown'])(
    '`MAX_RETRIES` where there is only `MIN_RETRIES`: not found (%s)',
    (seen) => {
      const text = 'MIN_RETRIES = 3\n';
      const setting = seen ? { shown: hasSeen(text) } : {};
      expect(outcomeOf(text, 'MAX_RETRIES = 3', 'MAX_RETRIES = 5', setting)).toBe('<absent>');
    },
  );

  test('a tab in a file without tabs, everywhere: not found', () => {
    expect(outcomeOf('a b\n    c\n', '\t', '    ', { replaceAll: true })).toBe('<absent>');
  });

  test('an LF file with one CRLF line, edited elsewhere: every other line stays as it is', () => {
    expect(outcomeOf('a\nb\r\nc\nd\n', 'd', 'e')).toBe('a\nb\r\nc\ne\n');
    expect(outcomeOf('  a();\n  b();\r\n  c();\n', 'a();\nb();\nc();', 'a();\nb();\nd();')).toBe(
      '  a();\n  b();\r\n  d();\n',
    );
  });

  test('a CRLF file with spaces at line ends: CRLF and spaces stay line by line', () => {
    expect(outcomeOf('a();  \r\nb();\r\nc();\r\n', 'a();\nb();', 'a();\nx();\ny();')).toBe(
      'a();  \r\nx();\r\ny();\r\nc();\r\n',
    );
  });

  test('a Go file quoted with four spaces: tabs are written', () => {
    const text = 'func f() {\n\tif x {\n\t\ty()\n\t}\n}\n';
    const oldText = '    if x {\n        y()\n    }';
    expect(outcomeOf(text, oldText, '    if x {\n        y()\n        z()\n    }')).toBe(
      text.replace('y()\n', 'y()\n\t\tz()\n'),
    );
  });

  test('a context line that the user has changed since: only the target changes', () => {
    const text = 'def total(price):\n    tax = 0.25\n    fee = 1\n    return price * (1 + tax) + fee\n';
    const oldText = text.replace('0.25', '0.20');
    expect(outcomeOf(text, oldText, oldText.replace('fee = 1', 'fee = 2'))).toBe(
      text.replace('fee = 1', 'fee = 2'),
    );
  });

  test('two spaces in a string, quoted as one: refused', () => {
    expect(outcomeOf('print("x  y")\n', 'print("x y")', 'print("z")')).toBe('<absent>');
  });

  test('three `return 1`: ambiguous', () => {
    const text = 'def f():\n    return 1\ndef g():\n    return 1\ndef h():\n    return 1\n';
    expect(plan(text, 'return 1', 'return 2')).toMatchObject({ outcome: 'ambiguous', strategy: 'exact' });
  });

  test('a signature that is wrapped otherwise: the tokens decide', () => {
    const text = 'def f(\n    a,\n    b,\n):\n    return a\n';
    expect(outcomeOf(text, 'def f(a, b,):\n    return a', 'def f(a, b,):\n    return b')).toBe(
      text.replace('return a', 'return b'),
    );
  });

  test.each(['', 'bar() {\n}\n', 'foo() {\n  b();\n}\n'])(
    'a body left out of the quotation is never deleted: %j',
    (newText) => {
      const text = 'foo() {\n  a();\n}\n';
      expect(outcomeOf(text, 'foo() {\n}\n', newText)).toMatch(/^<(absent|unsure)>$/);
      const seen = outcomeOf(text, 'foo() {\n}\n', newText, { shown: hasSeen(text) });
      expect(seen).toMatch(/^<(absent|unsure)>$|a\(\);/);
    },
  );

  test.each([
    ['spaces at its end', 'x\na();  \ny\n', 'a();\n', 'x\ny\n'],
    ['another indentation', 'x\n\ta();\ny\n', '  a();\n', 'x\ny\n'],
    ['another indentation, without its line end', 'x\n\ta();\ny\n', '  a();', 'x\ny\n'],
    ['several lines', 'x\n\ta();\n\tb();\ny\n', '  a();\n  b();\n', 'x\ny\n'],
    ['the last line of a file without a final line end', 'x\n\ta();', '  a();\n', 'x'],
    ['tokens', 'x\nf( a,b );\ny\n', 'f(a, b);\n', 'x\ny\n'],
  ])('a line deleted by a tolerant match goes with its line end: %s', (_, text, oldText, result) => {
    expect(outcomeOf(text, oldText, '')).toBe(result);
  });

  test('`aa` in `aaa`, everywhere: leftmost, one place', () => {
    expect(outcomeOf('aaa', 'aa', 'b', { replaceAll: true })).toBe('ba');
    expect(edited('aaa', 'aa', 'b', { replaceAll: true }).places).toHaveLength(1);
  });
});

describe('a plan', () => {
  test('is in offsets of the text as it is stored', () => {
    const text = 'one\r\ntwo\r\nthree\r\n';
    const { places, edits } = edited(text, 'two\nthree', 'two\n3');
    expect(places).toEqual([{ start: 5, end: 15 }]);
    expect(edits).toEqual([{ span: { start: 10, end: 15 }, newText: '3' }]);
  });

  test('takes quotations with CRLF in a file with LF', () => {
    expect(outcomeOf('a\nb\nc\n', 'a\r\nb', 'a\r\nx')).toBe('a\nx\nc\n');
  });

  test('says what was overlooked', () => {
    const text = 'class A {\n  run() {\n    go();\n  }\n}\n';
    expect(edited(text, 'go();', 'stop();')).toMatchObject({ strategy: 'exact', similarity: 1, notes: [] });
    expect(edited(text, 'run() {\n  go();\n}', 'run() {\n  stop();\n}')).toMatchObject({
      strategy: 'line-trimmed',
      notes: [{ text: 'matched ignoring indentation' }, { text: 'new text shifted by 2 spaces' }],
    });
    expect(edited(text, 'run() {\\n    go();', 'run() {\\n    stop();')).toMatchObject({
      strategy: 'escape-normalized',
      notes: [{ line: 2, kind: 'repaired', text: 'repaired escape sequences in both texts' }],
    });
  });

  test('never has edits that overlap, also at the end of a file without a final line end', () => {
    expect(outcomeOf('a();\nb();\nc();', '  a();\n  \n  b();\n  c();', '  ')).toBe('');
  });

  test('that would change nothing is none', () => {
    expect(outcomeOf('a();\n \n', '\n\na();\n \n\n', '\n\na();\n\n')).toBe('<unsure>');
    expect(outcomeOf('say("a");\n', 'say(\\"a\\");', 'say("a");')).toMatch(/^<(unsure|already-applied)>$/);
  });

  test('never touches an empty text', () => {
    expect(outcomeOf('', 'a', 'b')).toBe('<absent>');
    expect(outcomeOf('a', '', 'b')).toBe('<absent>');
  });
});

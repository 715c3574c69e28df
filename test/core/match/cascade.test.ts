import { describe, expect, test } from 'vitest';
import { type Located, locate } from '../../../src/core/match/cascade.ts';
import type { Policy } from '../../../src/core/match/policy.ts';
import { createQuotation } from '../../../src/core/match/quotation.ts';
import { outcomeOf, sourceOf } from './planning.ts';

function found(text: string, oldText: string, newText = 'x', policy: Policy = 'safe'): string {
  const located = locate(sourceOf(text), createQuotation(oldText, newText), policy);
  return located.state === 'absent' ? 'absent' : `${located.state} ${located.matcher.name}`;
}

describe('the ladder, from strict to loose', () => {
  const text = 'function f(a, b) {\n  const x = a;\n\n  return "it" + x;\n}\n';
  test.each([
    ['const x = a;', 'found exact'],
    ['\n\nconst x = a;', 'found trimmed-boundary'],
    ['function f(a, b) { \n  const x = a; ', 'found line-trimmed'],
    ['return “it” + x;', 'found unicode-folded'],
    ['const x = a;\n\nreturn "it" + x;', 'found line-trimmed'],
    ['function f(a, b) {\nconst x = a;', 'found indentation-flexible'],
    ['const x = a;\nreturn "it" + x;', 'found blank-lines'],
    ['function f(a,b) {\n  const x=a;', 'found whitespace-normalized'],
    ["  return 'it' + x", 'found whitespace-normalized'],
    ['function f(a, b) {\n...\n}', 'found elision', '{\n...\n}'],
    ['const y = a;', 'absent'],
    ['', 'absent'],
    ['   ', 'absent'],
  ])('%j: %s', (oldText, result, newText = oldText.replace(/\w+/, 'z')) => {
    expect(found(text, oldText, newText)).toBe(result);
  });

  test.each([
    [
      'misquoted context',
      'function f(a, b) {\n  const x = aa;\n\n  return "it" + x;\n}',
      'found block-anchor',
    ],
  ])('%s', (_, oldText, result) => {
    expect(found(text, oldText, oldText.replace('return "it"', 'return "that"'))).toBe(result);
  });
});

describe('what is ambiguous stays ambiguous', () => {
  test.each([
    ['exact', 'a b\na b\n', 'a b', 'ambiguous exact'],
    [
      'exact, though only one is a whole line',
      'enabled: true\ntls_enabled: true\n',
      'enabled: true',
      'ambiguous exact',
    ],
    ['trimmed', 'foo()\nfoo()\n', '\n\nfoo()', 'ambiguous trimmed-boundary'],
    ['spaces at line ends', 'a();\nb();\na(); \nb();\n', 'a();  \nb();', 'ambiguous line-trimmed'],
    ['shifted', '  a();\n  b();\n\ta();\n\tb();\n', 'a();\nb();', 'ambiguous line-trimmed'],
    ['typographic', 'a – b\na — b\n', 'a - b', 'ambiguous unicode-folded'],
    ['blank lines', 'a();\n\nb();\na();\n\n\nb();\n', 'a();\nb();', 'ambiguous blank-lines'],
    ['tokens', 'f( a );\nf(a );\n', 'f(a);', 'ambiguous whitespace-normalized'],
  ])('%s', (_, text, oldText, result) => {
    expect(found(text, oldText)).toBe(result);
  });
});

describe('an exact match inside a word', () => {
  test.each([
    [
      'beside a whole line that says the same',
      'tls_enabled: true\nenabled:     true\n',
      'enabled: true',
      '<ambiguous>',
    ],
    ['beside the same line at its other end', 'x = max\nx  =  m\n', 'x = m', '<ambiguous>'],
    ['and no such line', 'tls_enabled: true\nother: true\n', 'enabled: true', 'tls_q\nother: true\n'],
    [
      'that is no part of a word',
      'a.enabled: true\nenabled:  true\n',
      'enabled: true',
      'a.q\nenabled:  true\n',
    ],
    ['of several lines', 'xa\nb\n  a\n  b\n', 'a\nb', '<ambiguous>'],
  ])('%s', (_, text, oldText, result) => {
    expect(outcomeOf(text, oldText, 'q')).toBe(result);
  });
});

describe('policies', () => {
  const text = 'start {\n  one();\n  two();\n}\n';
  test.each([
    ['the text as it is', '  one();', ['exact', 'safe', 'permissive']],
    ['white space around it', '  one();\n\n\n', ['safe', 'permissive']],
    ['another indentation', 'one();\ntwo();', ['safe', 'permissive']],
    ['blank lines', '  one();\n\n  two();', ['safe']],
    ['escapes', '  one();\\n  two();', ['safe', 'permissive']],
    ['only first and last line', 'start {\n  what();\n  ever();\n}', ['permissive']],
    ['nothing of it', 'elsewhere', []],
  ])('%s', (_, oldText, accepting) => {
    const policies = ['exact', 'safe', 'permissive'] as const;
    const newText = oldText.replace(/\w+/, 'first');
    const accepted = policies.filter(
      (policy) => !outcomeOf(text, oldText, newText, { policy }).startsWith('<'),
    );
    expect(accepted).toEqual(accepting);
  });

  test.each(['exact', 'safe', 'permissive'] as const)('%s refuses what is ambiguous', (policy) => {
    expect(outcomeOf('a\na\n', 'a', 'b', { policy })).toBe('<ambiguous>');
  });

  test('what is quoted exactly is replaced to the letter, line ends at the edges of the texts included', () => {
    expect(outcomeOf('a\nb\nc\n', 'b\n', 'x', { policy: 'exact' })).toBe('a\nxc\n');
    expect(outcomeOf('a\nb\nc\n', 'b\n', 'x')).toBe('a\nxc\n');
    expect(outcomeOf('a\n\nbody\n\nc\n', '\nbody\n\n', 'body\n')).toBe('a\nbody\nc\n');
    expect(outcomeOf('  a();\n', 'a();', 'a();\nb();')).toBe('  a();\nb();\n');
  });
});

test('a place whose change cannot be carried over is named, and no other is looked for', () => {
  const text = 'class A {\n  run() {\n    go();\n  }\n}\n';
  const quotation = createQuotation('run() {\ngo();\n}', 'run() {\nif (x) {\ngo();\n}\n}');
  const located: Located = locate(sourceOf(text), quotation, 'safe');
  expect(located).toMatchObject({ state: 'unsure', matcher: { name: 'indentation-flexible' } });
});

import { describe, expect, test } from 'vitest';
import { closestTo } from '../../../src/core/match/explain/closest.ts';
import { enclosingHeading } from '../../../src/core/match/explain/enclosing.ts';
import { isElision } from '../../../src/core/match/strategies/elision.ts';
import { codeTokens } from '../../../src/core/text/tokens.ts';
import { edited, hasSeen, outcomeOf, plan, resultOf } from './planning.ts';

// Large and hostile inputs: each must end, well within the time that a test has.

const line = (i: number) => `const value${i} = compute(${i}, "name ${i}");`;
const code = (count: number) => Array.from({ length: count }, (_, i) => `    ${line(i)}\n`).join('');

describe.each([10_000, 100_000])('%i lines', (count) => {
  const text = code(count);
  const k = count / 2;
  const changed = text.replace(`name ${k}"`, 'other"');

  test('exact', () => {
    expect(outcomeOf(text, line(k), line(k).replace(`name ${k}`, 'other'))).toBe(changed);
  });

  test('another indentation', () => {
    const oldText = `${line(k - 1)}\n${line(k)}`;
    expect(outcomeOf(text, oldText, oldText.replace(`name ${k}"`, 'other"'))).toBe(changed);
  });

  test('typographic variants', () => {
    const oldText = line(k).replace(/"(.*)"/, '“$1”');
    expect(outcomeOf(text, oldText, oldText.replace(`name ${k}`, 'other'))).toBe(changed);
  });

  test('other white space between words', () => {
    const oldText = `const value${k}=compute(${k},"name ${k}");`;
    const made = edited(text, oldText, oldText.replace(`name ${k}`, 'other'));
    expect(made.strategy).toBe('whitespace-normalized');
  });

  test('misquoted context', () => {
    const oldText = [line(k - 2), line(k - 1).replace('compute', 'comptue'), line(k), line(k + 1)].join('\n');
    expect(outcomeOf(text, oldText, oldText.replace(`name ${k}"`, 'other"'))).toBe(changed);
  });

  test('a slip in a line that was shown, with rivals everywhere', () => {
    const oldText = line(k).replace('compute', 'comptue');
    const made = plan(text, oldText, oldText.replace('name', 'nom'), { shown: hasSeen(text) });
    expect(made.outcome).toBe('absent');
  });

  test('what is not there, and the nearest places', () => {
    expect(outcomeOf(text, 'nothing like this\nstands anywhere', 'x')).toBe('<absent>');
    expect(closestTo(text, line(k).replace('compute', 'comptue')).misses.length).toBeGreaterThan(0);
  });

  test('a stale view', () => {
    const now = text.replace('value1 ', 'first ');
    const made = plan(now, `${line(0)}\n    ${line(1)}\n    ${line(2)}`, 'x();', { shown: hasSeen(text) });
    expect(made.outcome).toBe('changed-since');
  });

  test('every occurrence', () => {
    expect(edited(text, 'compute', 'derive', { replaceAll: true }).places).toHaveLength(count);
  });
});

describe('one line of a megabyte', () => {
  const minified = 'function a(){return b("x y")+c};'.repeat(32_000);

  test.each([
    ['exact', 'var last = 1;', 'var last = 1;', 'var last = 2;', 'var last = 2;'],
    ['by its tokens', 'var last = f( 1 );', 'var last=f(1);', 'var last=f(2);', 'var last = f( 2 );'],
  ])('%s', (_, end, oldText, newText, result) => {
    expect(outcomeOf(minified + end, oldText, newText) === minified + result).toBe(true);
  });

  test('not found', () => {
    expect(outcomeOf(minified, 'var last=f(1);\ng();', 'x')).toBe('<absent>');
    expect(closestTo(minified, 'var last=f(1);').misses).toEqual([]);
  });

  test('quoted with a slip at its end', () => {
    const text = `${minified}end();\nx\n`;
    const made = plan(text, `${minified}emd();`, 'y', { shown: hasSeen(text) });
    expect(resultOf(text, made)).toMatch(/^<|^y\nx\n$/);
  });
});

describe('hostile texts', () => {
  const refused = /^<(absent|ambiguous|too-costly|unsure)>$/;

  test.each([
    ['repeated words, a long quotation', 'a b '.repeat(250_000), `${'a b '.repeat(5000)}c`],
    ['repeated words, quoted as lines', 'a b '.repeat(250_000), `${'a  b\n'.repeat(5000)}c`],
    ['repeated lines, a long quotation', 'x\n'.repeat(100_000), `${' x \n'.repeat(10_000)}y`],
    ['repeated lines, ambiguous', 'x = 1;\n'.repeat(100_000), '  x = 1;\n'.repeat(10_000)],
    ['one letter', 'a'.repeat(1_000_000), `b${'a'.repeat(10_000)}`],
    ['one letter, the other way round', 'a'.repeat(1_000_000), `${'a'.repeat(10_000)}b`],
    ['comments that never end', '/* '.repeat(100_000), 'a b c d e'],
    ['escaped quotes that never end', '\\"'.repeat(100_000), 'a b c d e'],
    ['a string of nine megabytes', `"${'a'.repeat(9_000_000)}"`, 'a b c d e'],
    ['a template of nine megabytes', `\`${'a'.repeat(9_000_000)}\``, 'a b c d e'],
    ['blank lines', '\n'.repeat(500_000), 'a\n\n\n\nb'],
    ['elision of what is everywhere', 'a\nb\n'.repeat(50_000), 'a\n...\nb\n...\na\n...\nc'],
    ['dots and spaces', 'a\n', `... ${' '.repeat(20_000)}(\nb`],
    ['spaces before a line', 'a\n', `${' '.repeat(200_000)}b\nc`],
    ['line numbers', 'a\n', `${' '.repeat(100_000)}1\n2`],
    ['entities', 'a\n', `${'&'.repeat(100_000)}lt\n;`],
    ['fences', 'a\n', '```'.repeat(50_000)],
    ['a quotation longer than the file', code(3), code(30_000)],
    ['a letter with spaces before it, in one line', 'ab'.repeat(500_000), `${' '.repeat(20)}a`],
    ['elided lines that are everywhere', 'a\nb\n'.repeat(50_000), 'a\n...\n'.repeat(500)],
    ['a letter that is not unique', 'ab'.repeat(3_000_000), 'a'],
    ['more lines than are searched', 'a\n'.repeat(200_000), ' a\nb'],
    ['combining marks', `e${'\u0301'.repeat(200_000)}\n`, `é${'\u0301'.repeat(100)} x y z`],
  ])('%s', (_, text, oldText) => {
    expect(outcomeOf(text, oldText, 'z')).toMatch(refused);
  });

  test('a quotation that begins within a word, in lines that are like its own', () => {
    const text = `${'x = 1\n'.repeat(100_000)}yx = 1\n${'x = 1\n'.repeat(3_000)}z\n`;
    const oldText = `x = 1\n${'x = 1\n'.repeat(3_000)}z`;
    expect(outcomeOf(text, oldText, 'w')).toBe(text.replace(oldText, 'w'));
  });

  test.each([
    ['letters in one line', 'ab'.repeat(2_500_000), 'ab'.repeat(150), `new\n${'ab'.repeat(25)}`],
    ['spaces in one line', ' '.repeat(2_500_000), ' '.repeat(2_000), 'a\n  '],
  ])('every place of %s', (_, text, oldText, newText) => {
    expect(edited(text, oldText, newText, { replaceAll: true }).places).toHaveLength(
      Math.floor(text.length / oldText.length),
    );
  });

  test('every place of lines with another indentation', () => {
    const made = plan('a\n'.repeat(60_000), 'a\n    '.repeat(300), 'b', { replaceAll: true });
    expect(made.outcome).toBe('too-costly');
  });

  const blocks = (name: (i: number) => string) =>
    Array.from(
      { length: 10_000 },
      (_, i) => `function ${name(i)}() {\n  start();\n  middle();\n  end();\n}\n`,
    ).join('');

  test('ten thousand near duplicates', () => {
    const oldText = 'function g() {\n  start();\n  midle();\n  end();\n}';
    expect(
      outcomeOf(
        blocks((i) => `f${i}`),
        oldText,
        oldText.replace('end', 'stop'),
      ),
    ).toBe('<absent>');
  });

  test('ten thousand near duplicates, one of them meant', () => {
    const text = blocks((i) => `f${i}`);
    const oldText = 'function f5000() {\nstart();\nmiddle();\nend();\n}';
    expect(outcomeOf(text, oldText, oldText.replace('end', 'stop'))).toMatch(
      /f5000\(\) \{\n {2}start\(\);\n {2}middle\(\);\n {2}stop\(\);\n\}\nfunction f5001/,
    );
  });

  test('ten thousand duplicates', () => {
    const text = blocks(() => 'f');
    expect(outcomeOf(text, 'function f() {\nstart();\nmiddle();\nend();\n}', 'x')).toBe('<ambiguous>');
  });

  test('permissive anchors everywhere', () => {
    const made = plan('{\n'.repeat(100_000), '{\nq\n}', 'x', { policy: 'permissive' });
    expect(made.outcome).toMatch(/^(absent|too-costly)$/);
  });

  test('a rewritten file and a stale view', () => {
    const now = code(20_000).replaceAll('value', 'total');
    expect(plan(now, line(5), 'x', { shown: hasSeen(code(20_000)) }).outcome).toBe('changed-since');
  });

  test('patterns by themselves', () => {
    expect(isElision(`...${' '.repeat(20_000)}(`)).toBe(false);
    expect(enclosingHeading(`${'a '.repeat(20_000)}\n  x\n`, 40_003)).toBeUndefined();
    expect(enclosingHeading(`${'a (b) '.repeat(5000)}\n  x\n`, 30_003)).toBeUndefined();
    expect(enclosingHeading(`f(${')'.repeat(20_000)}\n  x\n`, 20_005)).toBeUndefined();
    expect(codeTokens(`${'/'.repeat(100_000)}`)).toHaveLength(1);
    expect(codeTokens('"'.repeat(100_001)).length).toBeGreaterThan(1);
  });
});

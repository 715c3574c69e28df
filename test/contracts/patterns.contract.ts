import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TextEdit } from '../../src/core/edit/text-edit.ts';
import type { Language } from '../../src/core/languages/index.ts';
import { createPrefilter } from '../../src/core/rewrite/pattern/prefilter.ts';
import type { Patterns, RewrittenText } from '../../src/ports/patterns.ts';
import { meanings } from './pattern-meanings.ts';
import { type Sample, samples } from './pattern-samples.ts';

type Rewritten = Extract<RewrittenText, { edits: unknown }>;

const toCrlf = (text: string) => text.replaceAll('\n', '\r\n');
const toLf = (text: string) => text.replaceAll('\r\n', '\n');

function applied(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (edited, { span, newText }) => edited.slice(0, span.start) + newText + edited.slice(span.end),
    text,
  );
}

export function patternsContract(name: string, openPatterns: () => Patterns): void {
  describe(`${name}: patterns contract`, () => {
    let patterns: Patterns;
    beforeAll(() => {
      patterns = openPatterns();
    });
    afterAll(() => patterns.close());

    async function rewritten(language: Language, pattern: string, rewrite: string, text: string) {
      const answer = await patterns.rewrite({ language, pattern, rewrite, texts: [text] });
      if (answer.outcome !== 'rewritten') throw new Error(`bad pattern: ${answer.problem.reason}`);
      return answer.texts[0] as Rewritten;
    }

    const casesOf = (table: typeof samples) =>
      (Object.entries(table) as [Language, readonly Sample[]][]).flatMap(([language, all]) =>
        all.map(([pattern, rewrite, before, after]) => ({ language, pattern, rewrite, before, after })),
      );
    const cases = casesOf(samples);

    test.each(cases)(
      '$language: $pattern to $rewrite',
      async ({ language, pattern, rewrite, before, after }) => {
        const { edits, places } = await rewritten(language, pattern, rewrite, before);
        expect(applied(before, edits)).toBe(after);
        expect(places).toBeGreaterThan(0);
        const { words, mayMatch } = createPrefilter(pattern);
        expect(words.every((word) => before.includes(word)) && mayMatch(before)).toBe(true);
        const crlf = toCrlf(before);
        const inCrlf = await rewritten(language, pattern, rewrite, crlf);
        expect(toLf(applied(crlf, inCrlf.edits))).toBe(after);
      },
    );

    test.each(cases)(
      '$language: $pattern to itself changes nothing',
      async ({ language, pattern, before }) => {
        const isNameless = /\$_|\$\$\$(?![A-Z])/.test(pattern);
        const { edits } = isNameless ? { edits: [] } : await rewritten(language, pattern, pattern, before);
        expect(edits).toEqual([]);
      },
    );

    test.each(casesOf(meanings))(
      '$language: $pattern to $rewrite keeps the meaning of $before',
      async ({ language, pattern, rewrite, before, after }) => {
        const { edits, wouldChangeMeaning } = await rewritten(language, pattern, rewrite, before);
        expect(applied(before, edits)).toBe(after);
        expect(wouldChangeMeaning).toEqual([]);
      },
    );

    test.each([
      ['javascript', 'foo($X)', '($X).foo()', 'let a = 1\nfoo(b)\nlet c = 2;\nfoo(d)', 'foo(b)'],
      ['javascript', 'foo($X);', '($X).foo();', 'let a = 1\nfoo(b);\nlet c = 2;\nfoo(d);', 'foo(b);'],
      ['swift', 'neg($X)', '-$X', 'let x = neg(a + b)\nlet y = neg(c)\n', 'neg(a + b)'],
      ['javascript', 'SUM', 'a + b', 'x.SUM * 2; SUM', 'SUM'],
      ['javascript', 'foo($X)', 'get_$X()', 'foo(a); foo(b - c)', undefined],
    ] as const)(
      '%s: %s to %s leaves a place alone where parentheses do not help',
      async (language, pattern, rewrite, text, leftAlone) => {
        const { edits, wouldChangeMeaning } = await rewritten(language, pattern, rewrite, text);
        expect(wouldChangeMeaning.map(({ start, end }) => text.slice(start, end))).toEqual(
          leftAlone ? [leftAlone] : [],
        );
        expect(edits).toHaveLength(leftAlone ? 1 : 2);
      },
    );

    test('code that was broken before is rewritten as it is', async () => {
      const text = 'function ( { x = half(a - b';
      const { edits, wouldChangeMeaning } = await rewritten('javascript', 'half($X)', '$X / 2', text);
      expect({ edits, wouldChangeMeaning }).toMatchObject({ wouldChangeMeaning: [] });
    });

    test('thousands of parentheses take no longer for being many', async () => {
      const text = 'x = half(a - b) - half(c);\n'.repeat(500);
      const { edits, places } = await rewritten('javascript', 'half($X)', '$X / 2', text);
      expect(places).toBe(1_000);
      expect(applied(text, edits)).toBe('x = (a - b) / 2 - c / 2;\n'.repeat(500));
    });

    test('an expression deep in others of its kind stays readable', async () => {
      const text = `x = ${'sub(a, '.repeat(30)}b${')'.repeat(30)};`;
      const { edits } = await rewritten('javascript', 'sub($A, $B)', '$A - $B', text);
      expect(applied(text, edits)).toBe(`x = ${'a - ('.repeat(29)}a - b${')'.repeat(29)};`);
    });

    test.each([
      ['javascript', 'foo($A)', 'foo(/* why */ 1);', '/* why */'],
      ['javascript', 'foo($A)', 'foo?.(1);', '?.'],
      ['javascript', 'if ($C) { $$$A }', 'if (a) { b() } else { c() }', 'else { c() }'],
      ['javascript', 'let $A = $B', 'let a = 1, b = 2;', ', b = 2;'],
      ['python', '$A < $B', '1 < x < 5', '< 5'],
      ['python', 'def $F($$$A): $$$B', 'def f(a) -> int:\n    return 1\n', '-> int'],
      ['python', 'raise $E', 'raise A from b', 'from b'],
      ['rust', 'let $X = $Y;', 'fn f() { let b: u8 = 2; }', ': u8'],
      ['php', 'class $C { $$$B }', '<?php class A extends B {}', 'extends B'],
    ] as const)('%s: %s leaves %s alone, so as not to drop %s', async (language, pattern, text, dropped) => {
      const { edits, unmatchedCode } = await rewritten(language, pattern, 'x', text);
      expect(edits).toEqual([]);
      expect(unmatchedCode.map(({ start, end }) => text.slice(start, end))).toEqual([dropped]);
    });

    test('a comment after a match stays after it', async () => {
      const text = 'class A:\n    def f(self) -> None: ...  # type: ignore\n    def g(self) -> None: ...\n';
      const { edits } = await rewritten('python', 'def $F($$$A) -> None: ...', 'def $F($$$A): ...', text);
      expect(applied(text, edits)).toBe(
        'class A:\n    def f(self): ...  # type: ignore\n    def g(self): ...\n',
      );
    });

    test.each([
      ['javascript', 'foo(', 'syntax'],
      ['javascript', 'a(); b($X);', 'several'],
      ['python', 'x = $A\ny = 2', 'several'],
      ['go', 'a()\nb($X)', 'several'],
      ['javascript', '$A', 'anything'],
      ['python', '$$$A', 'anything'],
      ['yaml', 'foo($A)', 'not-a-node'],
      ['html', 'foo($A)', 'not-a-node'],
      ['javascript', 'foo("a $B")', 'not-a-node'],
      ['python', 'def test_$NAME(): $$$B', 'syntax'],
      ['css', '{{$A', 'syntax'],
      ['sql', 'SELECT $A', 'no-patterns'],
    ] as const)('%s: the pattern %s is refused: %s', async (language, pattern, reason) => {
      const answer = await patterns.rewrite({ language, pattern, rewrite: 'x', texts: [] });
      expect(answer).toMatchObject({ outcome: 'bad-pattern', problem: { reason } });
    });

    test('a pattern can be looked at without any text', async () => {
      const answer = await patterns.rewrite({
        language: 'go',
        pattern: 'f($A)',
        rewrite: 'g($A)',
        texts: [],
      });
      expect(answer).toEqual({ outcome: 'rewritten', nodeType: 'call_expression', texts: [] });
    });

    test('texts are answered in their order, also broken ones', async () => {
      const texts = ['foo(1)', '', 'bar(1)', 'foo(2); function ( {', 'foo(3); foo(4)'];
      const answer = await patterns.rewrite({
        language: 'javascript',
        pattern: 'foo($A)',
        rewrite: 'x',
        texts,
      });
      expect(answer).toMatchObject({ outcome: 'rewritten' });
      const places = 'texts' in answer ? answer.texts.map((text) => 'places' in text && text.places) : [];
      expect(places).toEqual([1, 0, 0, 1, 2]);
    });

    test('a line that looks like a match is none in a string or a comment', async () => {
      const text = '// foo(1)\nx = "foo(2)";\n/* foo(3) */\nfoo(4);';
      const { places } = await rewritten('javascript', 'foo($A)', 'bar($A)', text);
      expect(places).toBe(1);
    });

    test('a name is a whole name', async () => {
      const text = 'old_name = old_name_2 + x.old_name + my_old_name\nprint("old_name")  # old_name\n';
      const { edits } = await rewritten('python', 'old_name', 'new_name', text);
      expect(applied(text, edits)).toBe(
        'new_name = old_name_2 + x.new_name + my_old_name\nprint("old_name")  # old_name\n',
      );
    });

    test('a number with a unit is not the same as another number with it', async () => {
      const { places } = await rewritten(
        'css',
        'margin: 10px',
        'margin: 1px',
        'a { margin: 20px; margin: 10px }',
      );
      expect(places).toBe(1);
    });

    test('a minified text takes no longer for its long line', async () => {
      const text = 'if(a){b(c)}'.repeat(10_000);
      const { places } = await rewritten('javascript', 'if ($C) { $$$B }', 'if (!$C) { $$$B }', text);
      expect(places).toBe(10_000);
    });

    test('thousands of places with strings of several lines are no search each', async () => {
      const text = 'if (a) {\n  b(`\n`);\n}\n'.repeat(5_000);
      const { edits, places } = await rewritten(
        'javascript',
        'if (a) { $$$B }',
        'if (a) {\n    $$$B\n}',
        text,
      );
      expect(places).toBe(5_000);
      expect(applied(text, edits)).toBe('if (a) {\n    b(`\n`);\n}\n'.repeat(5_000));
    });
  });
}

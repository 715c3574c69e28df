import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../src/core/languages/index.ts';
import type { SyntaxIssue } from '../../src/core/syntax/syntax-issue.ts';
import type { Syntax, SyntaxCheck, SyntaxRequest } from '../../src/ports/syntax.ts';
import { samples } from './syntax-samples.ts';

const known = Object.keys(samples) as Language[];
const toCrlf = (text: string) => text.replaceAll('\n', '\r\n');

export function syntaxContract(name: string, openSyntax: () => Syntax): void {
  describe(`${name}: syntax contract`, () => {
    let syntax: Syntax;
    beforeAll(() => {
      syntax = openSyntax();
    });
    afterAll(() => syntax.close());

    const issuesOf = async (request: SyntaxRequest): Promise<readonly SyntaxIssue[]> => {
      for (let attempt = 1; ; attempt++) {
        const checked = await syntax.check(request);
        if (checked.outcome === 'checked') return checked.issues;
        // On a busy machine a large grammar may take too long at first; it is ready soon after.
        if (attempt === 5 || !checked.reason.includes('took more than')) throw new Error(checked.reason);
        await sleep(2_000);
      }
    };
    const isChecked = async () => {
      const good = await syntax.check({ language: 'json', text: '{}' });
      return good.outcome === 'checked' && good.issues.length === 0;
    };

    test.each(known)('%s: a good text has no issue, with either line ending', async (language) => {
      const { good } = samples[language];
      for (const text of [good, toCrlf(good)])
        for (const all of [false, true]) expect(await issuesOf({ language, text, all })).toEqual([]);
    });

    const cases = known.flatMap((language) =>
      samples[language].broken.map(([line, text]) => ({ language, line, text })),
    );
    test.each(cases)('$language: $text is wrong in line $line', async ({ language, line, text }) => {
      const [first] = await issuesOf({ language, text });
      expect(first).toMatchObject({ line, message: expect.stringMatching(/\S/) });
      expect(first!.column).toBeGreaterThanOrEqual(1);
      expect(first!.column).toBeLessThanOrEqual((text.split('\n')[line - 1] ?? '').length + 1);
      expect((await issuesOf({ language, text: toCrlf(text) }))[0]).toMatchObject({ line });
      expect(await issuesOf({ language, text, all: true })).not.toEqual([]);
    });

    test('an empty text is a program in every language but JSON', async () => {
      for (const language of known) {
        const issues = await issuesOf({ language, text: '' });
        expect([language, issues.length]).toEqual([language, language === 'json' ? 1 : 0]);
      }
    });

    test.each([
      ['python', 'x = ["𝒳", "é𝒳", @]\n'],
      ['javascript', 'x = ["𝒳", "é𝒳" @]\n'],
      ['typescript', 'const x: string[] = ["𝒳", "é𝒳" @]\n'],
      ['json', '["𝒳", "é𝒳" @]\n'],
      ['yaml', 'x: ["𝒳", "é𝒳", @]\n'],
      ['toml', 'x = ["𝒳", "é𝒳" @]\n'],
      ['rust', 'fn f() { g("𝒳", "é𝒳" @); }\n'],
    ] as const)('%s: columns count UTF-16, like the text', async (language, text) => {
      const issues = await issuesOf({ language, text });
      expect(issues.map(({ column }) => text[column - 1])).toContain('@');
    });

    test('all mistakes are found when asked for, also where the quicker parser stops at the first', async () => {
      for (const language of ['javascript', 'typescript', 'tsx', 'declarations'] as const) {
        const text = 'const a = ;\nconst b = 1;\nconst c = ;\n';
        const lines = (await issuesOf({ language, text, all: true })).map(({ line }) => line);
        expect([language, ...lines]).toEqual([language, 1, 3]);
      }
    });

    test('what a template engine has yet to fill in is not judged', async () => {
      const text = 'a:\n  {{- if .Values.x }}\n  b: {{ .Values.x }}\n  {{- end }}\n';
      expect(await issuesOf({ language: 'yaml', text })).toEqual([]);
    });

    test('a file without an end of mistakes yields some of them', async () => {
      const issues = await issuesOf({ language: 'json', text: '[\n'.repeat(2000) });
      expect(issues.length).toBeGreaterThan(0);
      expect(issues.length).toBeLessThanOrEqual(500);
    });

    test('many checks at once get each its own answer', async () => {
      const requests = known.flatMap((language) => [
        { language, text: samples[language].good, wrong: false },
        { language, text: samples[language].broken[0]![1], wrong: true },
      ]);
      const found = await Promise.all(requests.map((request) => issuesOf(request)));
      expect(found.map((issues) => issues.length > 0)).toEqual(requests.map(({ wrong }) => wrong));
    });

    test('a check that is cancelled says so, before it starts, while it waits and while it runs', async () => {
      const cancelled: SyntaxCheck = { outcome: 'not-checked', reason: 'the parser was cancelled' };
      const request: SyntaxRequest = { language: 'yaml', text: 'a: 1\n'.repeat(20_000) };
      expect(await syntax.check(request, AbortSignal.abort())).toEqual(cancelled);
      const abort = new AbortController();
      const running = [syntax.check(request, abort.signal), syntax.check(request, abort.signal)];
      setTimeout(() => abort.abort(), 20);
      expect(await Promise.all(running)).toEqual([cancelled, cancelled]);
      expect(await isChecked()).toBe(true);
    });

    test('a signal that fires after the check changes nothing', async () => {
      const abort = new AbortController();
      expect((await syntax.check({ language: 'json', text: '{}' }, abort.signal)).outcome).toBe('checked');
      abort.abort();
      expect(await isChecked()).toBe(true);
    });

    test('what is closed can be closed again, and used again', async () => {
      await syntax.close();
      await syntax.close();
      expect(await isChecked()).toBe(true);
    });

    test('closing ends the checks under way and those that wait', async () => {
      const request: SyntaxRequest = { language: 'yaml', text: 'a: 1\n'.repeat(20_000) };
      const running = [syntax.check(request), syntax.check(request), syntax.check(request)];
      await new Promise((resolve) => setTimeout(resolve, 20));
      await syntax.close();
      const outcomes = await Promise.all(running);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not-checked', 'not-checked', 'not-checked']);
      expect(await isChecked()).toBe(true);
    });
  });
}

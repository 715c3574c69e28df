import { expect, test } from 'vitest';

const script = new URL('../../scripts/one-sentence-per-line.mjs', import.meta.url).href;
const { oneSentencePerLine }: { oneSentencePerLine(text: string): string } = await import(script);

test('wrapped lines are joined, and each sentence has its own line', () => {
  expect(oneSentencePerLine('One is\nhere. Two is `a. B`. Three, e.g. Four.')).toBe(
    'One is here.\nTwo is `a. B`.\nThree, e.g. Four.',
  );
});

test('the sentences of a list item are indented like its text', () => {
  expect(oneSentencePerLine('- One. Two\n  more.\n1. Three.')).toBe('- One.\n  Two more.\n1. Three.');
});

test('a sentence that begins with a lower-case name keeps its line', () => {
  expect(oneSentencePerLine('One.\nbash is two.')).toBe('One.\nbash is two.');
});

test.each([
  '```sh\na. B\nc\n```',
  '| a. B |\n|---|',
  '<!-- x: generated -->\na. B\nc\n<!-- end of x -->',
  '# A. B',
])('no prose: %j stays', (text) => {
  expect(oneSentencePerLine(text)).toBe(text);
});

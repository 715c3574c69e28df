import { expect, test } from 'vitest';
import { createOutputWatch } from '../../../src/core/terminal/output/output-watch.ts';
import { describeUntil, parseUntil } from '../../../src/core/terminal/until.ts';
import { utf8 } from '../../../src/core/text/document/utf8.ts';

test.each([
  ['ready', 'the output contains "ready"'],
  ['/ready in \\d+/i', 'the output matches /ready in \\d+/i'],
  ['/usr/bin', 'the output contains "/usr/bin"'],
  ['port 3000', 'port 3000 listens'],
  [':3000', 'port 3000 listens'],
  ['port 99999', 'the output contains "port 99999"'],
])('%j: %s', (wish, meaning) => expect(describeUntil(parseUntil(wish))).toBe(meaning));

test('a text is found wherever the output is cut, without its colours', () => {
  const bytes = utf8.encode('x\x1b[1mré\x1b[0mady\r\n');
  for (let cut = 0; cut <= bytes.length; cut++) {
    const watch = createOutputWatch((text) => text.includes('réady\n'));
    expect([watch(bytes.subarray(0, cut)), watch(bytes.subarray(cut))]).toContain(true);
  }
});

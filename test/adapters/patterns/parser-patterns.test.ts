import { describe, expect, test } from 'vitest';
import { lazy } from '../../../src/adapters/lazy.ts';
import { ParserFailure } from '../../../src/adapters/parsers/ask-process.ts';
import { createParserProcess, type ParserProcess } from '../../../src/adapters/parsers/parser-process.ts';
import { parserPatterns } from '../../../src/adapters/patterns/parser-patterns.ts';
import type { RewriteRequest } from '../../../src/ports/patterns.ts';
import { patternsContract } from '../../contracts/patterns.contract.ts';

patternsContract('parserPatterns', () => lazy(async () => parserPatterns()));

const rename = { language: 'javascript', pattern: 'foo($A)', rewrite: 'bar($A)' } as const;

/** Real processes, counted; one that is given a text with the word comes down as a crashing parser would. */
function countedProcesses(word?: string) {
  const made: ParserProcess[] = [];
  const start = (): ParserProcess => {
    const real = createParserProcess();
    made.push(real);
    return {
      close: () => real.close(),
      run: async (task, input, options) => {
        const isPoison =
          word !== undefined && (input as RewriteRequest).texts.some((text) => text.includes(word));
        if (isPoison) throw new ParserFailure('crashed', 'ended with SIGSEGV');
        return real.run(task, input, options);
      },
    };
  };
  return { made, start };
}

describe('the processes of parserPatterns', () => {
  test('one is enough for one request after another, several share what comes at once', async () => {
    const { made, start } = countedProcesses();
    const patterns = parserPatterns(2, start);
    const ask = () => patterns.rewrite({ ...rename, texts: ['foo(1)'] });
    await ask();
    await ask();
    expect(made).toHaveLength(1);
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    expect(answers.every((answer) => answer.outcome === 'rewritten')).toBe(true);
    expect(made).toHaveLength(2);
    await patterns.close();
  });

  test('a text that crashes the parser fails, the others do not', async () => {
    const { start } = countedProcesses('poison');
    const patterns = parserPatterns(1, start);
    const answer = await patterns.rewrite({ ...rename, texts: ['foo(1)', 'foo(poison)', 'foo(2)'] });
    expect(answer).toMatchObject({
      outcome: 'rewritten',
      nodeType: 'call_expression',
      texts: [{ places: 1 }, { failure: 'the parser ended with SIGSEGV' }, { places: 1 }],
    });
    await patterns.close();
  });

  test('a cancelled request ends at once and says that nothing was changed', async () => {
    const patterns = parserPatterns(1);
    const cancel = new AbortController();
    const texts = Array.from({ length: 50 }, () => 'foo(1);\n'.repeat(20_000));
    const asking = patterns.rewrite({ ...rename, texts }, cancel.signal);
    setTimeout(() => cancel.abort(), 200);
    await expect(asking).rejects.toMatchObject({
      name: 'CANCELLED',
      message: 'Cancelled: nothing was changed.',
    });
    const answer = await patterns.rewrite({ ...rename, texts: ['foo(1)'] });
    expect(answer).toMatchObject({ outcome: 'rewritten' });
    await patterns.close();
  });
});

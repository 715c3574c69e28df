import { expect, test } from 'vitest';
import { type CallRecord, parseJournalLine } from '../../../src/core/journal/call-record.ts';
import { statisticsOf } from '../../../src/core/journal/statistics.ts';

const edit = (path: string, more: Partial<CallRecord> = {}): CallRecord => ({
  id: 1,
  time: 1,
  durationMs: 1,
  tool: 'edit_file',
  effect: 'edit',
  path,
  ...more,
});

const refused = (name: string) => ({ refusal: { name, message: '' } });

test('an edit that is refused and repeated until it is made is one task', () => {
  const { attempts } = statisticsOf([
    edit('a', refused('STRING_NOT_FOUND')),
    edit('b'),
    edit('a', refused('MULTIPLE_MATCHES')),
    edit('a'),
    edit('a'),
    edit('c', refused('STRING_NOT_FOUND')),
  ]);
  expect(attempts).toEqual({ tasks: 4, madeAtOnce: 2, madeAfterRetries: 1, retries: 2, notMade: 1 });
});

test('the same file in two clients is two tasks', () => {
  const { attempts } = statisticsOf([
    edit('a', { ...refused('STRING_NOT_FOUND'), client: 'codex' }),
    edit('a', { client: 'claude-code' }),
  ]);
  expect(attempts).toMatchObject({ madeAtOnce: 1, notMade: 1 });
});

test('views, dry runs and undo are not edits', () => {
  const { edits, calls } = statisticsOf([
    edit('a', { tool: 'file_editor', action: 'view' }),
    edit('a', { isDryRun: true }),
    edit('a', { tool: 'file_editor', action: 'undo_edit' }),
    edit('a', { tool: 'undo' }),
    edit('a'),
  ]);
  expect(calls).toBe(5);
  expect(edits).toEqual({ made: 1, refused: 0, undone: 2 });
});

test('syntax errors are those that were prevented and those that were written', () => {
  const { syntaxErrors } = statisticsOf([
    edit('a', refused('SYNTAX_ERROR')),
    edit('a', { syntax: 'warning' }),
    edit('a', { syntax: 'not-checked' }),
  ]);
  expect(syntaxErrors).toEqual({ prevented: 1, written: 1 });
});

test('refusals, strategies, tools and clients are counted, the most frequent first', () => {
  const match = { strategy: 'exact', similarity: 1, notes: [] };
  const found = statisticsOf([
    edit('a', { ...refused('STRING_NOT_FOUND'), client: 'codex' }),
    edit('a', { match, client: 'claude-code' }),
    edit('a', { match, client: 'claude-code' }),
    {
      ...edit('a'),
      tool: 'terminal',
      effect: 'run',
      command: { text: 'false', terminal: 'main', outputLength: 0, exitCode: 1 },
    },
  ]);
  expect(found.refusals).toEqual({ STRING_NOT_FOUND: 1 });
  expect(found.strategies).toEqual({ exact: 2 });
  expect(Object.entries(found.clients)).toEqual([
    ['claude-code', { calls: 2, refused: 0 }],
    ['codex', { calls: 1, refused: 1 }],
    ['unknown', { calls: 1, refused: 0 }],
  ]);
  expect(found.tools.edit_file).toEqual({ calls: 3, refused: 1 });
  expect(found.commands).toEqual({ run: 1, failed: 1 });
});

test.each(['', '{', '{"call":{}}', 'null', '{"process":{}}', '[1]', '{"call":{"tool":"x","time":"y"}}'])(
  'a line that is no record is not read: %s',
  (line) => {
    expect(parseJournalLine(line)).toBeUndefined();
  },
);

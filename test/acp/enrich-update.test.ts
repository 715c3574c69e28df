import { expect, test } from 'vitest';
import { type CardCall, endFields, startFields } from '../../src/acp/cards/card-fields.ts';
import type { CardOutcome } from '../../src/acp/cards/card-outcome.ts';
import { enrichUpdate } from '../../src/acp/cards/enrich-update.ts';

const call: CardCall = {
  tool: { name: 'edit_file', title: 'Edit a file', effect: 'edit' },
  input: { path: '/p/a.txt' },
};
const outcome: CardOutcome = {
  ok: true,
  text: 'Edited',
  data: {},
  diffs: [{ path: '/p/a.txt', oldText: 'a\n', newText: 'b\n', line: 1 }],
};
const facts = { call, outcome, card: { id: 't', rank: 0 }, serverName: 'corvid', version: 1 };
const update = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' };

test('every field of a card reaches the report of the agent', () => {
  const report = { ...update, title: 'mcp__corvid__edit_file' };
  expect(enrichUpdate(report, facts)).toEqual({
    ...report,
    ...startFields(call),
    ...endFields(call, outcome, 1),
  });
});

test('a title and a location of the agent stay', () => {
  const own = { title: 'Editing', locations: [{ path: '/p/a.txt', line: 7 }] };
  const running = { ...facts, outcome: undefined };
  expect(enrichUpdate({ ...update, ...own, status: 'in_progress' }, running)).toMatchObject({
    kind: 'edit',
    ...own,
  });
});

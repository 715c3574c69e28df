import { expect, test } from 'vitest';
import { instructions, instructionsFor } from '../../src/mcp/instructions.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { tools } from '../../src/tools/index.ts';
import { toolsetNames, toolsInSet } from '../../src/tools/select/toolsets.ts';

const all = tools.map(({ name }) => name);

test('every toolset has tools, known ones, in the order of the list', () => {
  expect(toolsetNames).toEqual(['full', 'editor', 'claude', 'codex', 'gemini', 'lines', 'exact']);
  for (const toolset of toolsetNames) {
    const names = listTools({ toolset }).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual(all.filter((name) => toolsInSet(toolset).includes(name)));
  }
});

test('the editor runs nothing', () => {
  expect(listTools({ toolset: 'editor' }).filter(({ effect }) => effect === 'run')).toEqual([]);
});

test('an unknown toolset is told, with those that there are', () => {
  expect(() => listTools({ toolset: 'all' })).toThrow(
    'Unknown toolset: all. Known toolsets: full, editor, claude, codex, gemini, lines, exact.',
  );
});

test('the instructions for all tools are whole, and those for some name no other', () => {
  expect(instructionsFor(all, all)).toBe(instructions);
  for (const toolset of toolsetNames) {
    const offered = toolsInSet(toolset);
    const told = instructionsFor(offered, all);
    for (const name of all.filter((name) => name.includes('_') && !offered.includes(name)))
      expect(told).not.toContain(name);
    expect(told).toMatch(/^Corvid reads and edits files exactly/);
    expect(told).not.toMatch(/^(- )?$/m);
  }
});

test('a tool whose name is an ordinary word is not taken for that word', () => {
  expect(instructionsFor([], ['edit'])).toContain('Read before you edit.');
});

test('advice that follows on a tool goes with it', () => {
  expect(instructionsFor(['file_editor'], all)).toContain('Quote a few whole lines');
  expect(instructionsFor(['file_read'], all)).not.toContain('Quote a few whole lines');
});

import { describe, expect, test } from 'vitest';
import { instructionsFor } from '../../src/mcp/instructions.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { tools } from '../../src/tools/index.ts';
import { selectTools } from '../../src/tools/select/select-tools.ts';
import { toolsetNames, toolsInSet } from '../../src/tools/select/toolsets.ts';

const all = tools.map(({ name }) => name);

test('every toolset has tools, known ones, in the order of the list', () => {
  expect(toolsetNames).toEqual(['full', 'editor', 'claude', 'codex', 'gemini', 'lines', 'exact']);
  for (const toolset of toolsetNames) {
    const names = listTools({ toolset }).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual(all.filter((name) => toolsInSet(toolset, tools).includes(name)));
  }
});

test('the editor runs nothing', () => {
  expect(listTools({ toolset: 'editor' }).filter(({ effect }) => effect === 'run')).toEqual([]);
});

test('an unknown toolset is refused, with the list of known ones', () => {
  expect(() => listTools({ toolset: 'all' })).toThrow(
    'Unknown toolset: all. Known toolsets: full, editor, claude, codex, gemini, lines, exact.',
  );
});

describe('the instructions', () => {
  const offering = (...names: string[]) =>
    instructionsFor(selectTools(tools, { names, web: names.includes('web_fetch') }));

  test('for some tools name no other', () => {
    for (const toolset of toolsetNames) {
      const offered = toolsInSet(toolset, tools);
      const text = offering(...offered);
      for (const name of all.filter((name) => !offered.includes(name)))
        expect(text).not.toContain(`- ${name}:`);
      for (const name of all.filter((name) => name.includes('_') && !offered.includes(name)))
        expect(text).not.toContain(name);
      expect(text).toMatch(/^Corvid reads and edits files exactly/);
      expect(text).not.toMatch(/^(- )?$/m);
    }
  });

  test('have a line for each tool on offer, in the order of the list', () => {
    const names = [...offering(...all).matchAll(/^- (\w+): ./gm)].map(([, name]) => name);
    expect(names).toEqual(all);
  });

  test('of a tool name another one only where that one is declared', () => {
    for (const { name, guidance } of tools) {
      for (const one of guidance) {
        const { text, withTool } = typeof one === 'string' ? { text: one, withTool: undefined } : one;
        const others = all.filter((other) => other !== name && other !== withTool);
        // A name that is an ordinary word would be in backticks.
        const isNamed = (other: string) => text.includes(other.includes('_') ? other : `\`${other}\``);
        expect(others.filter(isNamed)).toEqual([]);
      }
    }
  });

  test('speak of edits only where something can be edited', () => {
    expect(offering('file_read')).toBe(
      'All paths are absolute.\n- file_read: shows a file with line numbers.',
    );
    expect(offering('terminal')).not.toContain('sed');
    expect(offering('terminal', 'edit_file')).toContain('not with sed or heredocs');
  });

  test('give advice that several tools share once', () => {
    expect(offering('file_editor')).toContain('Quote a few whole lines');
    expect(offering('file_read')).not.toContain('Quote a few whole lines');
    expect(offering(...all).match(/Quote a few whole lines/g)).toHaveLength(1);
  });
});

test('the parameters that are paths are known, and their mark does not reach clients', () => {
  for (const { name, pathParameters, inputSchema } of listTools()) {
    expect(pathParameters).toEqual(['terminal', 'apply_patch'].includes(name) ? [] : ['path']);
    expect(JSON.stringify(inputSchema)).not.toContain('isPath');
  }
});

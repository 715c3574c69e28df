import { describe, expect, test } from 'vitest';
import { instructionsFor } from '../../src/mcp/instructions.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { tools } from '../../src/tools/index.ts';
import { selectTools, type ToolChoice } from '../../src/tools/select/select-tools.ts';
import { toolsetNames, toolsInSet } from '../../src/tools/select/toolsets.ts';

const all = tools.map(({ name }) => name);

test('every toolset has tools, known ones, in the order of the list', () => {
  expect(toolsetNames).toEqual([
    'full',
    'editor',
    'read-only',
    'claude',
    'codex',
    'gemini',
    'lines',
    'exact',
    'opencode',
  ]);
  for (const toolset of toolsetNames) {
    const names = listTools({ toolset }).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual(all.filter((name) => toolsInSet(toolset, tools).includes(name)));
  }
});

test('the editor runs nothing', () => {
  expect(listTools({ toolset: 'editor' }).filter(({ effect }) => effect === 'run')).toEqual([]);
});

test('the read-only set and read-only mode read and search, whatever else is chosen', () => {
  const names = (choice: ToolChoice) => listTools(choice).map(({ name }) => name);
  expect(names({ toolset: 'read-only' })).toEqual(['file_read', 'search']);
  expect(names({ readOnly: true })).toEqual(['file_read', 'search']);
  for (const toolset of toolsetNames)
    expect(names({ toolset, readOnly: true })).toEqual(['file_read', 'search']);
});

test('sets that are equal are one set, which has two names only for two clients', () => {
  const contents = new Map<string, string[]>();
  for (const toolset of toolsetNames) {
    const key = toolsInSet(toolset, tools).join(' ');
    contents.set(key, [...(contents.get(key) ?? []), toolset]);
  }
  expect([...contents.values()].filter((names) => names.length > 1)).toEqual([['gemini', 'opencode']]);
});

test('every set can create, edit and search, except the one that only reads', () => {
  const creating = ['file_editor', 'edit_file', 'file_write', 'apply_patch'];
  for (const toolset of toolsetNames.filter((name) => name !== 'read-only')) {
    const names = toolsInSet(toolset, tools);
    expect([toolset, names.some((name) => creating.includes(name))]).toEqual([toolset, true]);
    expect(names).toContain('search');
  }
});

test('an unknown toolset is refused, with the list of known ones', () => {
  expect(() => listTools({ toolset: 'all' })).toThrow(
    'Unknown toolset: all. Known toolsets: full, editor, read-only, claude, codex, gemini, lines, exact, opencode.',
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
      const isReadOnly = toolset === 'read-only';
      expect(text).toMatch(isReadOnly ? /^All paths are absolute/ : /^Corvid reads and edits files exactly/);
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
      'All paths are absolute.\n- file_read: shows a file with line numbers, lists a folder, shows an image.',
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

test.each(toolsetNames)('titles, descriptions and parameters of the set %s name no other tool', (toolset) => {
  const offered = toolsInSet(toolset, tools);
  const absent = all.filter((name) => !offered.includes(name));
  for (const { name, title, description, inputSchema } of listTools({ toolset })) {
    const text = JSON.stringify({ title, description, inputSchema });
    // A name that is an ordinary word would be in backticks.
    const isNamed = (other: string) => text.includes(other.includes('_') ? other : `\`${other}\``);
    expect([name, absent.filter(isNamed)]).toEqual([name, []]);
  }
});

test('the parameters that are paths are known, and their mark does not reach clients', () => {
  for (const { name, pathParameters, inputSchema } of listTools()) {
    expect(pathParameters).toEqual(['terminal', 'apply_patch'].includes(name) ? [] : ['path']);
    expect(JSON.stringify(inputSchema)).not.toContain('isPath');
  }
});

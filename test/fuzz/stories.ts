import type { Tool } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { dialogue, harmlessCommand, tamed } from './harmless-commands.ts';
import { oddJson, oddText, pathsOf } from './hostile-values.ts';
import type { Sandbox } from './sandbox.ts';
import { anyText, anyWrong, inputsFor, type Schema, type Texts } from './schema-values.ts';

export type Call = { readonly tool: string; readonly input: unknown };

/** What a client does: calls one after the other or all at once, or an edit as an agent makes it. */
export type Story =
  | { readonly kind: 'calls'; readonly calls: readonly Call[]; readonly together: boolean }
  | { readonly kind: 'edit'; readonly edit: SensibleEdit }
  | { readonly kind: 'dialogue'; readonly terminal: string; readonly lines: readonly string[] };

/** An edit of lines that are read first: which of them, into what, and by which tool, is worked out on the way. */
export type SensibleEdit = {
  readonly path: string;
  readonly line: number;
  readonly count: number;
  readonly newText: string;
  readonly way: (typeof ways)[number];
  readonly undo: boolean;
};

export const ways = [
  'str_replace',
  'insert',
  'edit_file',
  'edits',
  'edit_text_file',
  'replace',
  'put',
  'delete',
  'edit',
] as const;

const TERMINALS = ['main', 'second'];

export function storiesFor(tools: readonly Tool[], sandbox: Sandbox): fc.Arbitrary<Story> {
  const path = pathsOf(sandbox);
  const calls = tools.map((tool) => ({
    arbitrary: callsOf(tool, { path, text: anyText, wrong: anyWrong }),
    weight: runsCommands(tool) ? 1 : 4,
  }));
  const call = fc.oneof(...calls);
  const fileCall = fc.oneof(...calls.filter((_, i) => !runsCommands(tools[i]!)));
  const alone = call.map((only) => ({ kind: 'calls' as const, calls: [only], together: false }));
  const together = fc
    .array(fileCall, { minLength: 2, maxLength: 4 })
    .map((calls) => ({ kind: 'calls' as const, calls, together: true }));
  const speaking = fc.record({
    kind: fc.constant('dialogue' as const),
    terminal: fc.constantFrom(...TERMINALS),
    lines: dialogue,
  });
  return fc.oneof(
    { arbitrary: alone, weight: 100 },
    { arbitrary: together, weight: 6 },
    { arbitrary: editsIn(sandbox), weight: 60 },
    { arbitrary: speaking, weight: 1 },
  );
}

/** Whatever can reach beyond the files, a tool that is not written yet too. */
function runsCommands(tool: Tool): boolean {
  return tool.annotations?.openWorldHint !== false;
}

function callsOf(tool: Tool, texts: Texts): fc.Arbitrary<Call> {
  const schema = tool.inputSchema as Schema;
  if (!runsCommands(tool)) return inputsFor(schema, texts).map((input) => ({ tool: tool.name, input }));
  const inputs = inputsFor(schema, { ...texts, text: harmlessCommand, wrong: oddJson });
  return fc
    .tuple(inputs, fc.constantFrom(...TERMINALS), fc.boolean())
    .map(([input, terminal, named]) => tamed(named ? { ...(input as object), terminal } : input, schema))
    .map((input) => ({ tool: tool.name, input }));
}

function editsIn({ texts, largeTexts, root }: Sandbox): fc.Arbitrary<Story> {
  const ordinary = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 });
  const made = fc.nat(30).map((n) => `${root}/new/story-${n}.txt`);
  const edit = fc.record({
    path: fc.oneof(
      { arbitrary: fc.constantFrom(...texts), weight: 40 },
      { arbitrary: fc.constantFrom(...largeTexts), weight: 1 },
      { arbitrary: made, weight: 8 },
    ),
    line: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 })),
    count: fc.integer({ min: 1, max: 3 }),
    newText: fc.oneof({ arbitrary: ordinary, weight: 8 }, { arbitrary: anyText, weight: 2 }, oddText),
    way: fc.constantFrom(...ways),
    undo: fc.boolean(),
  });
  return edit.map((edit) => ({ kind: 'edit' as const, edit }));
}

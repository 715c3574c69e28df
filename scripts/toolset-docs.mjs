// The tables of docs/clients.md: which tools are in each set, what a set costs a model, and the set of each client.
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { importSource } from './import-source.mjs';

export async function toolsetTables(root) {
  const { tools } = await importSource(root, 'src/tools/index.ts');
  const { toolsInSet, toolsetNames } = await importSource(root, 'src/tools/select/toolsets.ts');
  const { toWireTool } = await importSource(root, 'src/mcp/wire-tool.ts');
  const { instructionsFor } = await importSource(root, 'src/mcp/instructions.ts');
  const { clients } = await importSource(root, 'src/cli/install/clients.ts');

  const sets = new Map();
  for (const name of toolsetNames) {
    const inSet = tools.filter((tool) => toolsInSet(name, tools).includes(tool.name));
    const key = inSet.map((tool) => tool.name).join(' ');
    const { names = [] } = sets.get(key) ?? {};
    sets.set(key, { names: [...names, name], inSet });
  }
  const tokens = (text) => encode(text).length.toLocaleString('en');
  const rows = [...sets.values()].map(({ names, inSet }) => {
    const list = inSet.map((tool) => `\`${tool.name}\``).join(', ');
    const cost = tokens(JSON.stringify(inSet.map(toWireTool)));
    return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${list} | ${cost} | ${tokens(instructionsFor(inSet))} |`;
  });
  return {
    toolsets: [
      '| `--toolset` | tools | tokens of the list | of the instructions |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n'),
    clients: [
      '| client | `corvid install` | toolset |',
      '|---|---|---|',
      ...clients.map(({ title, name, toolset }) => `| ${title} | \`${name}\` | \`${toolset}\` |`),
    ].join('\n'),
  };
}

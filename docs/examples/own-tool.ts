import { writeFile } from 'node:fs/promises';
import { callTool, defineTool, listTools, openWorkspace, toolReference } from 'corvid';
import * as z from 'zod';

const countWords = defineTool({
  name: 'count_words',
  description: 'Count the words of a text file.',
  effect: 'read',
  input: z.object({ path: z.string().describe('The file'), longer_than: z.number().int().optional() }),
  pathParameters: ['path'],
  async run({ path, longer_than = 0 }, { workspace }) {
    const { text } = await workspace.readDocument(path);
    return { words: text.split(/\s+/).filter((word) => word.length > longer_than).length };
  },
});

await writeFile('poem.txt', 'The crow is no more a bird of ill omen.\n');
const workspace = openWorkspace({ roots: [process.cwd()] });
console.log((await callTool(workspace, countWords, { path: 'poem.txt', longer_than: 3 })).text);
console.log((await callTool(workspace, countWords, { path: 'gone.txt' })).error?.name);
await workspace.close();

console.log(toolReference(listTools({ own: [countWords], names: ['count_words'] })[0]!));

import * as z from 'zod/v4';
import type { Web } from '../ports/web.ts';
import { type CallControl, defineTool } from './call/define-tool.ts';
import { invalid } from './call/input.ts';

const DEFAULT_LIMIT = 8;
const MAX_LIMIT = 20;

export const webSearch = defineTool({
  name: 'web_search',
  title: 'Search the web',
  description: 'Search the web. Returns titles, addresses and excerpts.',
  guidance: [
    'finds pages whose address you do not know.',
    { text: 'Read one with web_fetch.', withTool: 'web_fetch' },
  ],
  effect: 'fetch',
  input: z.object({
    query: z.string().describe('Words to search for'),
    limit: z.number().int().optional().describe(`Most results to return (default ${DEFAULT_LIMIT})`),
  }),

  async run({ query, limit = DEFAULT_LIMIT }, { web, signal }: CallControl & { readonly web: Web }) {
    if (query.trim() === '')
      throw invalid('Invalid `query` parameter: it is empty. Give words to search for.');
    if (limit < 1 || limit > MAX_LIMIT)
      throw invalid(`Invalid \`limit\` parameter: ${limit}. It should be between 1 and ${MAX_LIMIT}.`);
    const results = await web.search(query, { limit, signal });
    const entries = results.map(({ title, url, excerpt }, at) =>
      [`${at + 1}. ${title}`, `   ${url}`, ...(excerpt ? [`   ${excerpt}`] : [])].join('\n'),
    );
    return {
      summary: entries.length > 0 ? entries.join('\n') : 'No page was found.',
      data: { query, results },
    };
  },
});

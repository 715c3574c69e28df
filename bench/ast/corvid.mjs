import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { launchOf, programIn, snapshotBuild } from '../builds.mjs';

const ANSWER_TIMEOUT_MS = 600_000;

/** The `edit` tool of a running server, as an agent calls it. */
export function openCorvid(workshop) {
  const launch = launchOf(programIn(snapshotBuild(workshop)), workshop, 'ast');
  return {
    title: 'Corvid',
    /** A server of its own: the first call of it starts the parsers. */
    async session() {
      const { argv, env, cwd } = launch;
      const client = new Client({ name: 'corvid-bench', version: '1' });
      await client.connect(new StdioClientTransport({ command: process.execPath, args: argv, env, cwd }));
      const rewrite = (one, path, more) => call(client, one, path, more);
      return {
        dry: (one, path) => rewrite(one, path, { dry_run: true }),
        write: (one, path) => rewrite(one, path, {}),
        close: () => client.close(),
      };
    },
  };
}

async function call(client, { tree: language, pattern, rewrite }, path, more) {
  const input = { pattern, rewrite, path, language, ...more };
  const startedAt = performance.now();
  const result = await client.callTool({ name: 'edit', arguments: input }, { timeout: ANSWER_TIMEOUT_MS });
  const wallMs = performance.now() - startedAt;
  const [{ text }] = result.content;
  if (result.isError && !/No code matches/.test(text)) throw new Error(text.slice(0, 500));
  return { wallMs, head: text.split('\n', 1)[0] };
}

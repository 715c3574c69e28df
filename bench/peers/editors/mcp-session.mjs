import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const TIMEOUT_MS = 30_000;

/** A session with an MCP server in Node; `toCall` and `toRead` say which tools edit and read, with which arguments. */
export async function openMcpSession({ argv, env, cwd }, { toCall, toRead, takesLists = false }) {
  const client = new Client(
    { name: 'corvid-bench', version: '1' },
    { versionNegotiation: { mode: 'legacy' } },
  );
  const server = { command: process.execPath, args: argv, env, cwd, stderr: 'ignore' };
  await client.connect(new StdioClientTransport(server));
  const call = (name, args) => textOf(client, name, args);
  return {
    call,
    takesLists,
    async edits(calls) {
      const said = [];
      for (const one of calls) {
        if (one.window) await call(...toRead(one));
        await one.settle?.();
        said.push(await call(...toCall(one)));
      }
      return said;
    },
    async toolNames() {
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    close: () => client.close(),
  };
}

async function textOf(client, name, args) {
  try {
    const { content } = await client.callTool({ name, arguments: args }, { timeout: TIMEOUT_MS });
    return content.map(({ text }) => text ?? '').join('\n');
  } catch (error) {
    if (/connection closed|not connected/i.test(error.message)) throw new Error('the server ended meanwhile');
    return error.message;
  }
}

// dist/server.cjs: `corvid mcp` over stdio and no other command, since a client starts it with each session.
import { parseFlags } from './arguments/parse-flags.ts';
import { serve } from './commands/mcp/mcp-stdio.ts';
import { mcpFlags } from './flags.ts';
import { start } from './start.ts';

start(
  async (args) => serve(parseFlags(args[0] === 'mcp' ? args.slice(1) : args, mcpFlags)),
  (args) => ({ command: 'mcp', json: false, verbose: args.includes('--verbose') }),
);

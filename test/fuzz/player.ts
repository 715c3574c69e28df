import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Corvid } from '../corvid-client.ts';
import { faultsOfResult, faultsOfText } from './check-answer.ts';
import type { Tally } from './fuzz-report.ts';
import type { Reply } from './play-story.ts';
import type { RootWatch } from './root-watch.ts';
import type { Call } from './stories.ts';

/** A call that takes longer has hung. */
const HANG_MS = 60_000;
const REMEMBERED = 12;

/** Makes calls, judges and counts the answers; throws at the first that is wrong or missing. */
export function createPlayer(server: Corvid, tally: Tally, watch: RootWatch) {
  const last: Call[] = [];
  let lost = false;

  async function answered(call: Call): Promise<Reply> {
    const params = { name: call.tool, arguments: call.input as Record<string, unknown> };
    const result = (await server.client.callTool(params, { timeout: HANG_MS })) as CallToolResult;
    const text = result.content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
    const meta = result._meta ?? {};
    const data = (meta['corvid/result'] ?? {}) as Record<string, unknown>;
    const faults = faultsOfResult(result, text);
    if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${text.slice(0, 1_500)}`);
    return { text, failed: result.isError === true, data };
  }

  async function call(call: Call): Promise<Reply> {
    last.push(call);
    if (last.length > REMEMBERED) last.shift();
    const before = performance.now();
    const reply = await answered(call).catch(asReply);
    tally.add(call, reply, performance.now() - before);
    // Whatever changes a file tells how.
    if (typeof reply.data.diff === 'string') {
      await watch.changed(reply.data.path);
      await watch.changed((call.input as { path?: unknown }).path);
    }
    return reply;
  }

  /** The protocol's own refusals are answers as well; silence and the end of the server are not. */
  function asReply(error: unknown): Reply {
    const { message, code } = error as Error & { code?: unknown };
    if (typeof code !== 'number') {
      lost ||= typeof code === 'string';
      throw error;
    }
    const faults = faultsOfText(message);
    if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${message.slice(0, 1_500)}`);
    return { text: `Error ${code} PROTOCOL: ${message}`, failed: true, data: {} };
  }

  return {
    last,
    call,
    /** Nothing more can be learnt from a server that is gone: the story that ended it is the one to tell of. */
    isLost: () => lost,
  };
}

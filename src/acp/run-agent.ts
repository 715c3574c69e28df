import { startAgent } from './agent-process.ts';
import { openProxy, type ProxyParts } from './proxy.ts';

/** What an agent has written before it left is read to its end, unless someone else holds its pipe open. */
const LAST_WORDS_MS = 1_000;

export type AgentRun = Omit<ProxyParts, 'agent'> & {
  readonly command: readonly string[];
  /** Calls back when someone wants us to go. */
  readonly onLeave: (leave: () => void) => void;
  readonly onFailure: (reason: string) => void;
  readonly log: (line: string) => void;
};

/** Runs an agent behind the proxy until it leaves; gives its exit code. */
export async function runAgent({ command, onLeave, onFailure, log, ...parts }: AgentRun): Promise<number> {
  const agent = startAgent(command, onFailure);
  const proxy = await openProxy({ ...parts, agent });
  log(`stands before ${command.join(' ')}`);
  void proxy.clientEnded.then(agent.dismiss);
  parts.client.output.on('error', agent.dismiss);
  onLeave(agent.terminate);
  const code = await agent.exited;
  await Promise.race([proxy.agentEnded, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))]);
  await proxy.close();
  log(`the agent left with ${code}`);
  return code;
}

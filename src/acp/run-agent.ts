import { startAgent } from './agent-process.ts';
import { openProxy, type ProxyOptions } from './proxy.ts';

/** Limit for reading the rest of the agent's output after its exit: another process may hold the pipe open. */
const DRAIN_MS = 1_000;

export type AgentRun = Omit<ProxyOptions, 'agent'> & {
  readonly command: readonly string[];
  /** Registers what to do when we are asked to stop. */
  readonly onStop: (stop: () => void) => void;
  readonly onFailure: (reason: string) => void;
  readonly log: (line: string) => void;
};

/** Runs an agent whose lines pass the proxy, until it exits; returns its exit code. */
export async function runAgent({ command, onStop, onFailure, log, ...options }: AgentRun): Promise<number> {
  const agent = startAgent(command, onFailure);
  const proxy = await openProxy({ ...options, agent });
  log(`started the agent: ${command.join(' ')}`);
  void proxy.clientEnded.then(agent.close);
  options.client.output.on('error', agent.close);
  onStop(agent.terminate);
  const code = await agent.exited;
  await Promise.race([proxy.agentEnded, new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
  await proxy.close();
  log(`the agent exited with ${code}`);
  return code;
}

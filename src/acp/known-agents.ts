import { asObject, type JsonObject } from './json-rpc.ts';

// What is known about single agents. How they name tools in reports is in cards/agent-report.ts.

/** Agents that report every tool call, some of them late. */
export function reportsCalls(agentName: string): boolean {
  return /claude|codex|gemini|opencode/i.test(agentName);
}

/** Agents that use one MCP server for several sessions; others start one for each. */
export function sharesServers(agentName: string): boolean {
  return /opencode/i.test(agentName);
}

/** The `_meta` of a session that makes Claude's adapter leave out its own editing tools; other agents ignore it. */
export function withoutBuiltinEdits(meta: unknown): JsonObject {
  const given = asObject(meta) ?? {};
  const claude = asObject(given.claudeCode) ?? {};
  const options = asObject(claude.options) ?? {};
  const others = Array.isArray(options.disallowedTools) ? options.disallowedTools : [];
  const disallowedTools = [...new Set([...others, 'Edit', 'Write', 'NotebookEdit'])];
  return { ...given, claudeCode: { ...claude, options: { ...options, disallowedTools } } };
}

import type { Tool as WireTool } from '@modelcontextprotocol/server';
import type { Tool } from '../tools/call/define-tool.ts';
import { effects } from '../tools/call/effects.ts';
import { inputSchema, jsonSchema } from '../tools/call/schema.ts';

/** A tool as clients see it in the list. */
export function toWireTool(tool: Tool): WireTool {
  const { writes, isDestructive, isOpenWorld } = effects[tool.effect];
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool) as WireTool['inputSchema'],
    ...(tool.output && { outputSchema: jsonSchema(tool.output) as WireTool['outputSchema'] }),
    annotations: {
      readOnlyHint: !writes,
      destructiveHint: isDestructive,
      idempotentHint: !writes,
      openWorldHint: isOpenWorld,
    },
    _meta: { 'anthropic/alwaysLoad': true },
  };
}

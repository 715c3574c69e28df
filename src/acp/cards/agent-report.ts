import { asObject, asText, type JsonObject } from '../json-rpc.ts';
import type { CardTool } from './card-fields.ts';

/** What an agent has reported so far about one of its tool calls. */
export type AgentReport = {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** Undefined as long as the report does not name one of our tools. */
  readonly tool?: CardTool | undefined;
  readonly input?: JsonObject | undefined;
  readonly title?: string | undefined;
  /** The beginning of the arguments as JSON, from agents that send them as text and cut it. */
  readonly inputText?: string | undefined;
};

/** Our MCP server, as agents know it. */
export type ServerTools = { readonly name: string; readonly tools: readonly CardTool[] };

export function withUpdate(report: AgentReport, update: JsonObject, server: ServerTools): AgentReport {
  const { tool: named, args } = nameAndArguments(update, server);
  const inputText = jsonTextIn(update.content) ?? report.inputText;
  const title = asText(update.title) ?? report.title;
  const parsed = args ?? parsedObject(inputText);
  const tool = named ?? report.tool ?? toolByCommand(title, parsed, server);
  const input = args ?? report.input ?? (tool && parsed);
  return { ...report, tool, title, input, inputText };
}

/** Agents differ in how they name the tool of an MCP server, and where they put the arguments. */
function nameAndArguments(update: JsonObject, { name: server, tools }: ServerTools) {
  const raw = asObject(update.rawInput);
  const isWrapped = raw?.server === server && typeof raw.tool === 'string';
  const names = [update.name, update.title, isWrapped ? `${server}.${raw.tool}` : undefined];
  const tool = tools.find((tool) => names.some((name) => isNameOf(asText(name), server, tool.name)));
  const args = isWrapped ? asObject(raw.arguments) : raw;
  return { tool, args: args && Object.keys(args).length > 0 ? args : undefined };
}

const SEPARATORS = ['__', '_', '.', '/', ':', '-'];

function isNameOf(name: string | undefined, server: string, tool: string): boolean {
  if (name === undefined) return false;
  if (name === `${tool} (${server} MCP Server)`) return true;
  return SEPARATORS.some(
    (separator) =>
      name === `${server}${separator}${tool}` || name === `mcp${separator}${server}${separator}${tool}`,
  );
}

/** The arguments as JSON in a text block, possibly cut. */
function jsonTextIn(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part) => asText(asObject(asObject(part)?.content)?.text));
  return texts.find((text) => text?.trimStart().startsWith('{'));
}

function parsedObject(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Gemini uses an argument called `command` as the title, and does not send the tool's name. */
function toolByCommand(title: string | undefined, input: JsonObject | undefined, { tools }: ServerTools) {
  if (!input || title === undefined || input.command !== title) return undefined;
  const fitting = tools.filter(({ parameters = [] }) =>
    Object.keys(input).every((key) => parameters.includes(key)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

import { asObject, asText, type JsonObject } from './json-rpc.ts';
import type { CardTool } from './updates.ts';

/** What an agent has said so far about one of its tool calls. */
export type AgentReport = {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** Undefined as long as it does not look like one of ours. */
  readonly tool?: CardTool | undefined;
  readonly input?: JsonObject | undefined;
  readonly title?: string | undefined;
  /** The beginning of the arguments as JSON, where an agent gives them as text and cuts them. */
  readonly inputText?: string | undefined;
};

export type OurServer = { readonly name: string; readonly tools: readonly CardTool[] };

/** The report with what an update adds to it. */
export function withUpdate(report: AgentReport, update: JsonObject, server: OurServer): AgentReport {
  const { tool: named, args } = nameAndArguments(update, server);
  const text = jsonTextIn(update.content) ?? report.inputText;
  const title = asText(update.title) ?? report.title;
  const parsed = args ?? parsedObject(text);
  const tool = named ?? report.tool ?? toolByCommand(title, parsed, server);
  const input = args ?? report.input ?? (tool && parsed);
  return { ...report, tool, title, input, inputText: text };
}

/** Every agent has its own way to name a tool of an MCP server, and its own place for the arguments. */
function nameAndArguments(update: JsonObject, { name: server, tools }: OurServer) {
  const raw = asObject(update.rawInput);
  const isWrapped = raw?.server === server && typeof raw.tool === 'string';
  const names = [update.name, update.title, isWrapped ? `${server}.${raw.tool}` : undefined];
  const tool = tools.find((tool) => names.some((name) => isNameOf(asText(name), server, tool.name)));
  const args = isWrapped ? asObject(raw.arguments) : raw;
  return { tool, args: args && Object.keys(args).length > 0 ? args : undefined };
}

function isNameOf(name: string | undefined, server: string, tool: string): boolean {
  if (name === undefined) return false;
  if (name === `${tool} (${server} MCP Server)`) return true;
  return joints.some(
    (joint) => name === `${server}${joint}${tool}` || name === `mcp${joint}${server}${joint}${tool}`,
  );
}

const joints = ['__', '_', '.', '/', ':', '-'];

/** The arguments as JSON in a text block, or the beginning of them. */
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

/** Gemini takes an argument called `command` for the title, and the name of the tool is lost. */
function toolByCommand(title: string | undefined, input: JsonObject | undefined, { tools }: OurServer) {
  if (!input || title === undefined || input.command !== title) return undefined;
  const fitting = tools.filter(({ parameters = [] }) =>
    Object.keys(input).every((key) => parameters.includes(key)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

export type BegunCall = { readonly tool: CardTool; readonly input: JsonObject; readonly meta: JsonObject };

/** How sure it is that a report is about a call: by its id, by its arguments, by its name alone, or not at all. */
export function likeness(report: AgentReport, { tool, input, meta }: BegunCall): 0 | 1 | 2 | 3 {
  if (Object.values(meta).includes(report.toolCallId)) return 3;
  if (report.tool && report.tool.name !== tool.name) return 0;
  if (report.input) return sameJson(report.input, input) ? 2 : 0;
  if (report.inputText !== undefined) return isBeginningOf(report.inputText, input) ? 2 : 0;
  return report.tool ? 1 : 0;
}

function sameJson(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const object = asObject(value);
  if (!object) return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(object).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`).join()}}`;
}

/** Cut texts end in dots or in the middle of a word, so the last characters do not count. */
function isBeginningOf(text: string, input: JsonObject): boolean {
  const known = text.replace(/\s+/g, '').slice(0, -20);
  return known.length > 10 && JSON.stringify(input).replace(/\s+/g, '').startsWith(known);
}

import { ToolError } from '../../core/errors.ts';
import { surveyJson, tooManyValues } from '../../core/text/stream/json-survey.ts';
import type { InputIssue } from '../own/input-schema.ts';
import type { Tool } from './define-tool.ts';
import { effects } from './effects.ts';
import { withDeclaredNames } from './parameter-names.ts';
import { brief, shortened } from './received-value.ts';
import { inputSchema, type JsonSchema } from './schema.ts';

/** The input as the tool takes it. Tolerates nulls, other spellings of names, and a number, a boolean or a list in a string. */
export async function parseInput(tool: Tool, input: unknown): Promise<Record<string, unknown>> {
  if (!isRecord(input))
    throw invalid(`${tool.name} takes an object of named parameters.`, { received: shortened(input) });
  const coerced = coerceInput(input, inputSchema(tool), { tool, path: [] });
  const parsed = await tool.input['~standard'].validate(coerced);
  if (parsed.issues === undefined) return parsed.value;
  throw issueError(tool, parsed.issues[0]!, coerced);
}

/** A part of a tool's input. */
type InputPart = { readonly tool: Tool; readonly path: readonly PropertyKey[] };

function coerceInput(input: Input, schema: JsonSchema, { tool, path }: InputPart): Record<string, unknown> {
  const { properties = {} } = schema;
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  const named = given.every(([name]) => Object.hasOwn(properties, name))
    ? given
    : withDeclaredNames(given, Object.keys(properties), {
        toolName: tool.name,
        path: pathName(path),
        unchangedNotice: effects[tool.effect].unchangedNotice,
      });
  return Object.fromEntries(
    named.map(([key, value]) => [
      key,
      coerceValue(value, properties[key] as JsonSchema, { tool, path: [...path, key] }),
    ]),
  );
}

function coerceValue(value: unknown, schema: JsonSchema, { tool, path }: InputPart): unknown {
  const coerced = parseIfString(value, schema.type);
  const items = schema.items as JsonSchema | undefined;
  if (!Array.isArray(coerced) || items?.type !== 'object') return coerced;
  return coerced.map((item: unknown, i) =>
    isRecord(item) ? coerceInput(item, items, { tool, path: [...path, i] }) : item,
  );
}

function parseIfString(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string' || typeof type !== 'string' || type === 'string') return value;
  if (tooManyValues(surveyJson(new TextEncoder().encode(value))) !== undefined) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

type Input = Readonly<Record<PropertyKey, unknown>>;

function issueError(tool: Tool, issue: InputIssue, input: Input): ToolError {
  const path = wholeList((issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part)));
  const name = pathName(path);
  const received = path.reduce<unknown>((value, key) => (value as Input | undefined)?.[key], input);
  if (received === undefined || received === null) {
    const needed = Object.keys(inputSchema(tool).properties ?? {}).join(', ');
    return invalid(`Missing required parameter \`${name}\`. ${tool.name} takes: ${needed}.`, {
      parameter: name,
    });
  }
  return invalid(`Invalid \`${name}\` parameter: ${brief(received)}. ${issue.message}.`, {
    parameter: name,
    received: shortened(received),
  });
}

/** For a wrong element of a list, the list: the message is about the list. */
function wholeList(path: readonly PropertyKey[]): readonly PropertyKey[] {
  return typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
}

/** `edits[0].old_string` */
function pathName(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1);
}

export function invalid(message: string, details: Record<string, unknown> = {}): ToolError {
  return new ToolError('INVALID_PARAMS', message, details);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type * as z from 'zod/v4';
import { ToolError } from '../../core/errors.ts';
import { surveyJson, tooManyValues } from '../../core/text/stream/json-survey.ts';
import type { Tool } from './define-tool.ts';
import { effects } from './effects.ts';
import { withProperNames } from './parameter-names.ts';
import { brief, shortened } from './received-value.ts';
import { inputSchema, type JsonSchema } from './schema.ts';

/** The input as the tool takes it, forgiving nulls, names in another custom, and a number, a flag or a list as a string. */
export function parseInput(tool: Tool, input: unknown): Record<string, unknown> {
  if (!isRecord(input))
    throw invalid(`${tool.name} takes an object of named parameters.`, { received: shortened(input) });
  const meant = meantInput(input, inputSchema(tool), { tool, path: [] });
  const parsed = tool.input.safeParse(meant);
  if (parsed.success) return parsed.data;
  throw issueError(tool, parsed.error.issues[0]!, meant);
}

/** Which part of a call's input is looked at. */
type Place = { readonly tool: Tool; readonly path: readonly PropertyKey[] };

function meantInput(input: Input, schema: JsonSchema, { tool, path }: Place): Record<string, unknown> {
  const { properties = {} } = schema;
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  const where = placeName(path);
  const named = withProperNames(given, Object.keys(properties), {
    taker: where === '' ? tool.name : `\`${where}\``,
    prefix: where === '' ? '' : `${where}.`,
    consequence: effects[tool.effect].unchangedNotice,
  });
  return Object.fromEntries(
    named.map(([key, value]) => [
      key,
      meantValue(value, properties[key] as JsonSchema, { tool, path: [...path, key] }),
    ]),
  );
}

function meantValue(value: unknown, schema: JsonSchema, { tool, path }: Place): unknown {
  const meant = intended(value, schema.type);
  const items = schema.items as JsonSchema | undefined;
  if (!Array.isArray(meant) || items?.type !== 'object') return meant;
  return meant.map((item: unknown, i) =>
    isRecord(item) ? meantInput(item, items, { tool, path: [...path, i] }) : item,
  );
}

function intended(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string' || typeof type !== 'string' || type === 'string') return value;
  if (tooManyValues(surveyJson(new TextEncoder().encode(value))) !== undefined) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

type Input = Readonly<Record<PropertyKey, unknown>>;

function issueError(tool: Tool, issue: z.core.$ZodIssue, input: Input): ToolError {
  const place = wholeList(issue.path);
  const name = placeName(place);
  const received = place.reduce<unknown>((value, key) => (value as Input | undefined)?.[key], input);
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

/** Of an element that is wrong the whole list is shown: what is said of it speaks of the list. */
function wholeList(path: readonly PropertyKey[]): readonly PropertyKey[] {
  return typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
}

/** `edits[0].old_string` */
function placeName(path: readonly PropertyKey[]): string {
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

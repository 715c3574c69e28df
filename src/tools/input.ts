import * as z from 'zod/v4';
import { ToolError } from '../core/errors.ts';
import { beginningOf } from '../core/text/whole-characters.ts';
import type { Tool } from './define-tool.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const schemas = new WeakMap<Tool, JsonSchema>();

/** The tool's input as JSON schema. */
export function inputSchema(tool: Tool): JsonSchema {
  const schema = schemas.get(tool) ?? jsonSchema(tool.input);
  schemas.set(tool, schema);
  return schema;
}

/** Without what says nothing to a model. */
export function jsonSchema(type: z.ZodObject): JsonSchema {
  const schema = z.toJSONSchema(type, { io: 'input', override: ({ jsonSchema }) => dropNoise(jsonSchema) });
  const { $schema: _, '~standard': __, ...rest } = schema as JsonSchema;
  return rest;
}

/** The input as the tool takes it, forgiving a number, a flag or a list that came as a string, and nulls. */
export function parseInput(tool: Tool, input: unknown): Record<string, unknown> {
  if (!isRecord(input))
    throw invalid(`${tool.name} takes an object of named parameters.`, { received: shortened(input) });
  const meant = withIntendedTypes(input, inputSchema(tool).properties ?? {});
  const parsed = tool.input.safeParse(meant);
  if (parsed.success) return parsed.data;
  throw issueError(tool, parsed.error.issues[0]!, meant);
}

function dropNoise(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  delete schema.additionalProperties;
}

function withIntendedTypes(
  input: Record<string, unknown>,
  properties: NonNullable<JsonSchema['properties']>,
) {
  const entries = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([key, value]) => [key, intended(value, typeOf(properties[key]))]));
}

function typeOf(schema: unknown): unknown {
  return isRecord(schema) ? schema.type : undefined;
}

function intended(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string' || typeof type !== 'string' || type === 'string') return value;
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

/** A received value, short enough for a message. */
export function brief(value: unknown, most = 200): string {
  const text = typeof value === 'string' ? value : asJson(value).replaceAll(',', ', ');
  return text.length > most ? `${beginningOf(text, most)}… (${text.length} characters)` : text;
}

const MOST_RECEIVED = 1_000;

/** A received value as it is, or the beginning of one that would make a message large. */
function shortened(value: unknown): unknown {
  const json = asJson(value);
  return json === TOO_DEEP || json.length > MOST_RECEIVED ? brief(value) : value;
}

const TOO_DEEP = '(nested too deep to show)';

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return TOO_DEEP;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import * as z from 'zod/v4';
import type { InputSchema } from '../own/input-schema.ts';
import type { Tool } from './define-tool.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * A path in a tool's input. The mark stays out of the schema that clients get: the API of Gemini refuses a string with a
 * `format` that it does not know.
 */
export function pathParameter(description: string): z.ZodString {
  return z.string().meta({ description, isPath: true });
}

type Described = { readonly schema: JsonSchema; readonly paths: readonly string[] };

const described = new WeakMap<Tool, Described>();

/** The tool's input as JSON schema. */
export function inputSchema(tool: Tool): JsonSchema {
  return describedInput(tool).schema;
}

/** The names of the parameters that are paths. */
export function pathParametersOf(tool: Tool): readonly string[] {
  return describedInput(tool).paths;
}

function describedInput(tool: Tool): Described {
  const known = described.get(tool);
  if (known) return known;
  const schema = jsonSchema(tool.input);
  const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  const marked = properties.filter(([, property]) => property.isPath).map(([name]) => name);
  const paths = tool.pathParameters ?? marked;
  for (const [, property] of properties) delete property.isPath;
  const input = { schema, paths };
  described.set(tool, input);
  return input;
}

/** Without what says nothing to a model. */
export function jsonSchema(type: InputSchema): JsonSchema {
  const schema: JsonSchema = type['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const { $schema: _, '~standard': __, ...rest } = schema;
  dropNoise(rest);
  return rest;
}

function dropNoise(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (typeof schema.additionalProperties === 'boolean') delete schema.additionalProperties;
  for (const part of partsOf(schema)) dropNoise(part);
}

/** The schemas inside a schema. */
function partsOf(schema: JsonSchema): JsonSchema[] {
  const { properties = {}, $defs = {}, items, anyOf = [], oneOf = [], allOf = [], prefixItems = [] } = schema;
  const named = [properties, $defs].flatMap((group) => Object.values(group));
  const inside = [...named, items, schema.additionalProperties, anyOf, oneOf, allOf, prefixItems];
  return inside.flat().filter((part): part is JsonSchema => typeof part === 'object' && part !== null);
}

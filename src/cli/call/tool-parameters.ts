import { resolve } from 'node:path';
import type { ToolDescription } from '../../tools/call/tool-description.ts';
import { type FlagValues, oneOf } from '../arguments/flag-values.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Flag, Flags } from '../flags.ts';

// A tool's parameters as flags, made from its JSON schema.

type Schema = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly default?: unknown;
  readonly description?: string;
};

/** Tools take absolute paths; on the command line a path is relative to the working directory. */
type Parameter = Schema & { readonly isPath: boolean };

export function parametersOf(tool: ToolDescription): string[] {
  return parametersIn(tool).map(([name]) => name);
}

export function parameterFlags(tool: ToolDescription): Flags {
  const { required = [] } = tool.inputSchema as { required?: readonly string[] };
  return Object.fromEntries(
    parametersIn(tool).map(([name, parameter]) => [name, flagOf(parameter, required.includes(name))]),
  );
}

/** The values of the flags that are parameters, converted by their schemas. */
export function parametersFrom(values: FlagValues, tool: ToolDescription) {
  const given = parametersIn(tool).filter(([name]) => values[name] !== undefined);
  return Object.fromEntries(
    given.map(([name, schema]) => [name, parameterValue(name, schema, values[name])]),
  );
}

function parametersIn({ inputSchema, pathParameters }: ToolDescription): [string, Parameter][] {
  const properties = (inputSchema.properties ?? {}) as Record<string, Schema>;
  return Object.entries(properties).map(([name, schema]) => [
    name,
    { ...schema, isPath: pathParameters.includes(name) },
  ]);
}

function flagOf(schema: Parameter, isRequired: boolean): Flag {
  const help = `${schema.description ?? ''}${facts(schema, isRequired)}`;
  if (schema.type === 'boolean') return { type: 'boolean', negatable: true, help };
  const value = placeholder(schema);
  return { type: 'string', value, ...(schema.enum && { choices: schema.enum }), help };
}

function facts(schema: Schema, isRequired: boolean): string {
  const choices = schema.enum ? `: ${schema.enum.join(', ')}` : '';
  const notes = [
    isRequired ? 'required' : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  return `${choices}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
}

function placeholder(schema: Parameter): string {
  if (schema.enum) return 'WORD';
  if (schema.isPath) return 'FILE';
  if (isListOfNumbers(schema)) return 'N,N';
  if (schema.type === 'array' || schema.type === 'object') return 'JSON';
  return schema.type === 'integer' || schema.type === 'number' ? 'N' : 'TEXT';
}

function parameterValue(name: string, schema: Parameter, value: FlagValues[string]): unknown {
  if (typeof value !== 'string') return value;
  const flag = `--${name}`;
  if (schema.enum) return oneOf(flag, value, schema.enum);
  if (schema.isPath) return value === '' ? value : resolve(value);
  if (schema.type === 'integer') return wholeNumber(flag, value);
  if (schema.type === 'number') return number(flag, value);
  if (schema.type === 'array') return list(flag, schema, value);
  if (schema.type === 'object') return json(flag, value, { kind: 'object', example: '\'{"key": …}\'' });
  return value;
}

function isListOfNumbers({ type, items }: Schema): boolean {
  return type === 'array' && (items?.type === 'number' || items?.type === 'integer');
}

function wholeNumber(flag: string, value: string): number {
  if (/^[+-]?\d+$/.test(value)) return Number(value);
  throw new UsageError(`${flag} takes a whole number, not '${value}'`);
}

function number(flag: string, value: string): number {
  if (value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  throw new UsageError(`${flag} takes a number, not '${value}'`);
}

function list(flag: string, schema: Schema, value: string): unknown {
  if (!isListOfNumbers(schema)) return json(flag, value, { kind: 'list', example: "'[…]'" });
  const bare = value.trim().replace(/^\[(.*)\]$/s, '$1');
  const numbers = bare.split(',').map((part) => part.trim());
  if (numbers.every((part) => /^[+-]?\d+(\.\d+)?$/.test(part))) return numbers.map(Number);
  throw new UsageError(`${flag} takes numbers such as 1,5, not '${value}'`);
}

function json(flag: string, value: string, wanted: { kind: 'list' | 'object'; example: string }): unknown {
  const problem = `${flag} takes a JSON ${wanted.kind}, ${wanted.example}`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch (error) {
    throw new UsageError(`${problem}: ${(error as Error).message}`);
  }
  const isList = Array.isArray(parsed);
  const fits = wanted.kind === 'list' ? isList : typeof parsed === 'object' && parsed !== null && !isList;
  if (fits) return parsed;
  throw new UsageError(`${problem}, not '${value}'`);
}

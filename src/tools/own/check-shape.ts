import { meantName } from '../../core/text/nearest-name.ts';
import { effects } from '../call/effects.ts';
import type { OwnTool } from './own-tool.ts';

/** Clients refuse other names. */
const NAME = /^[a-zA-Z][\w-]{0,63}$/;

const fields: Readonly<Record<string, { readonly takes: string; fits(value: unknown): boolean }>> = {
  name: {
    takes: 'at most 64 letters, digits, `_` and `-`, the first a letter',
    fits: (value) => typeof value === 'string' && NAME.test(value),
  },
  title: { takes: 'a string', fits: isOptionalString },
  description: { takes: 'a string', fits: (value) => typeof value === 'string' && value.trim() !== '' },
  input: {
    takes:
      'a schema that follows Standard Schema and describes itself as JSON schema, such as one of Zod 4.2 or newer',
    fits: isSchema,
  },
  pathParameters: {
    takes: 'a list of names',
    fits: (value) =>
      value === undefined || (Array.isArray(value) && value.every((name) => typeof name === 'string')),
  },
  effect: {
    takes: `one of ${Object.keys(effects).join(', ')}`,
    fits: (value) => value === undefined || (typeof value === 'string' && Object.hasOwn(effects, value)),
  },
  guidance: { takes: 'a string', fits: isOptionalString },
  run: { takes: 'a function', fits: (value) => typeof value === 'function' },
};

/** Throws a TypeError for a value that is not a tool, which names the tool and the field. */
export function expectToolShape(value: unknown): OwnTool {
  if (typeof value !== 'object' || value === null)
    throw new TypeError(
      `a tool is an object, as defineTool returns it, not ${value === null ? 'null' : typeof value}`,
    );
  const tool = value as Record<string, unknown>;
  const label = typeof tool.name === 'string' ? tool.name : 'a tool';
  const unknown = Object.keys(tool).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined)
    throw new TypeError(
      `${label} has an unknown field \`${unknown}\`${meantName(unknown, Object.keys(fields))}`,
    );
  for (const [name, { takes, fits }] of Object.entries(fields))
    if (!fits(tool[name])) throw new TypeError(`${label}: its \`${name}\` must be ${takes}`);
  return value as OwnTool;
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isSchema(value: unknown): boolean {
  const standard = (
    value as { '~standard'?: { validate?: unknown; jsonSchema?: { input?: unknown } } } | undefined
  )?.['~standard'];
  return typeof standard?.validate === 'function' && typeof standard.jsonSchema?.input === 'function';
}

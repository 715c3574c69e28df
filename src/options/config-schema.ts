import { fileOptions } from './all-options.ts';
import type { OptionEntry, OptionType } from './option.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const strings = { type: 'array', items: { type: 'string' } };

const types: Readonly<Partial<Record<OptionType, JsonSchema>>> = {
  boolean: { type: 'boolean' },
  number: { type: 'number', exclusiveMinimum: 0 },
  string: { type: 'string' },
  encoding: { type: 'string' },
  strings,
  toolNames: strings,
};

/** JSON schema of the user's configuration file, or of a project's, which may set less. */
export function configSchema(file: 'user' | 'project'): JsonSchema {
  const options = Object.entries(fileOptions).filter(
    ([, { project }]) => file === 'user' || project !== undefined,
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: file === 'user' ? 'Settings of Corvid' : 'Settings of Corvid in a project',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(options.map(([name, option]) => [name, valueSchema(option, file)])),
    },
    additionalProperties: false,
  };
}

function valueSchema(option: OptionEntry, file: 'user' | 'project'): JsonSchema {
  const { help, choices, default: value } = option;
  const type = choices ? { enum: choices } : types[option.type];
  if (!type) throw new Error(`A configuration file cannot hold an option of the type ${option.type}`);
  const isUsers = file === 'user' && value !== undefined;
  return {
    ...type,
    ...(file === 'project' && stricter(option)),
    description: help,
    ...(isUsers && { default: value }),
  };
}

/** What can be said of a project's values without knowing the user's. */
function stricter({ type, project }: OptionEntry): JsonSchema {
  if (project === 'add') return { items: { type: 'string', not: { pattern: '^!' } } };
  return type === 'boolean' && project === 'stricter' ? { const: true } : {};
}

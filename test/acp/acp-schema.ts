import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

// The published schemas of the protocol, from the official SDK.

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@agentclientprotocol/sdk')), '..', '..', '..', 'schema');

type Definition = { readonly 'x-method'?: string };

/** Returns a validator for a definition of the schema. */
export function openSchema(version: 1 | 2) {
  const schema = require(join(folder, `v${version}`, 'schema.json')) as { $defs: Record<string, Definition> };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...schema, $id: 'acp' });
  return {
    definitions: schema.$defs,
    validator: (name: string) => ajv.compile({ $ref: `acp#/$defs/${name}` }),
  };
}

export type Message = Record<string, unknown> & {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
};

const { definitions, validator } = openSchema(1);
const validators = new Map<string, ValidateFunction>();

function validatorOf(
  method: string,
  kind: 'Request' | 'Response' | 'Notification',
): ValidateFunction | undefined {
  const name = Object.keys(definitions).find(
    (name) => definitions[name]!['x-method'] === method && name.endsWith(kind),
  );
  if (!name) return undefined;
  const known = validators.get(name) ?? validator(name);
  validators.set(name, known);
  return known;
}

/** The error in a message to the client; undefined if it is valid. `requested` has the methods of its requests by id. */
export function messageError(
  message: Message,
  requested: ReadonlyMap<string | number, string>,
): string | undefined {
  if (message.jsonrpc !== '2.0') return `not JSON-RPC: ${JSON.stringify(message).slice(0, 300)}`;
  const { id, method, params, result } = message;
  if (method === undefined && result === undefined) return undefined;
  const check =
    method === undefined
      ? validatorOf(requested.get(id!) ?? '', 'Response')
      : validatorOf(method, id === undefined ? 'Notification' : 'Request');
  if (!check || check(method === undefined ? result : params)) return undefined;
  return `${method ?? requested.get(id!)}: ${JSON.stringify(check.errors?.slice(0, 2))} in ${JSON.stringify(message).slice(0, 400)}`;
}

import fc from 'fast-check';
import { hugeText, oddJson, oddKey, oddNumber, oddText } from './hostile-values.ts';

/** As much of JSON Schema as tools publish. */
export type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly exclusiveMinimum?: number;
};

/** Where the texts of an input come from; a tool that runs what it is given must get only what is harmless. */
export type Texts = {
  readonly path: fc.Arbitrary<string>;
  readonly text: fc.Arbitrary<string>;
  /** Anything, where something else is expected. */
  readonly wrong: fc.Arbitrary<unknown>;
};

export const anyWrong: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: oddJson, weight: 12 },
  { arbitrary: hugeText, weight: 1 },
);

/** Inputs as the schema says, and such inputs spoilt in one or two ways. */
export function inputsFor(schema: Schema, texts: Texts): fc.Arbitrary<unknown> {
  const valid = valueFor(schema, '', texts) as fc.Arbitrary<Record<string, unknown>>;
  const spoiling = fc.tuple(valid, fc.array(spoilersFor(schema, texts), { minLength: 1, maxLength: 2 }));
  const spoilt = spoiling.map(([input, changes]) =>
    changes.reduce((changed, change) => change(changed), input),
  );
  return fc.oneof({ arbitrary: valid, weight: 6 }, { arbitrary: spoilt, weight: 3 });
}

function valueFor(schema: Schema, name: string, texts: Texts): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectFor(schema, texts);
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, name, texts), { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof({ arbitrary: fc.integer({ min: -2, max: 30 }), weight: 4 }, oddNumber.map(Math.trunc));
    case 'number':
      return fc.oneof({ arbitrary: fc.integer({ min: 0, max: 25 }), weight: 4 }, oddNumber);
    case 'string':
      return textFor(schema, name, texts);
    default:
      return texts.wrong;
  }
}

function textFor({ pattern }: Schema, name: string, texts: Texts): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return /path|folder|directory/.test(name) ? texts.path : texts.text;
}

function objectFor({ properties = {}, required = [] }: Schema, texts: Texts): fc.Arbitrary<unknown> {
  const values: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, schema] of Object.entries(properties)) values[name] = valueFor(schema, name, texts);
  return fc.record(values, { requiredKeys: [...required] });
}

type Input = Record<string, unknown>;
type Spoiler = (input: Input) => Input;

function spoilersFor({ properties = {} }: Schema, { wrong }: Texts): fc.Arbitrary<Spoiler> {
  const key = fc.constantFrom(...Object.keys(properties));
  const anyKey = fc.oneof(oddKey, key);
  const set =
    (name: string, value: unknown): Spoiler =>
    (input) =>
      withKey(input, name, value);
  return fc.oneof(
    { arbitrary: fc.tuple(key, wrong).map(([name, value]) => set(name, value)), weight: 4 },
    { arbitrary: fc.tuple(anyKey, wrong).map(([name, value]) => set(name, value)), weight: 2 },
    {
      arbitrary: key.map(
        (name): Spoiler =>
          (input) =>
            without(input, name),
      ),
      weight: 2,
    },
    {
      arbitrary: key.map(
        (name): Spoiler =>
          (input) =>
            nearMiss(input, name),
      ),
      weight: 2,
    },
    {
      arbitrary: key.map(
        (name): Spoiler =>
          (input) =>
            set(name, JSON.stringify(input[name]) ?? '')(input),
      ),
      weight: 1,
    },
  );
}

/** An own key of that name, `__proto__` too. */
function withKey(input: Input, name: string, value: unknown): Input {
  return Object.fromEntries([...Object.entries(input), [name, value]]);
}

function without(input: Input, name: string): Input {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
}

/** `View`, `view ` or `vie` for `view`; one more for a number. */
function nearMiss(input: Input, name: string): Input {
  const value = input[name];
  if (typeof value === 'number') return { ...input, [name]: value + 0.5 };
  if (typeof value !== 'string') return { ...input, [name]: [value] };
  const misses = [`${value} `, value.toUpperCase(), value.slice(0, -1)];
  return { ...input, [name]: misses[value.length % misses.length] };
}

export const anyText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.string({ maxLength: 40 }), weight: 20 },
  { arbitrary: oddText, weight: 15 },
  {
    arbitrary: fc.constantFrom('one', 'two', 'line', 'items', 'call(list[0], 1)', 'entry 7\n', ''),
    weight: 25,
  },
  {
    arbitrary: fc.constantFrom('call($A, $B)', 'other($$$ALL)', 'self.$NAME', 'return $X', 'python'),
    weight: 15,
  },
  {
    arbitrary: fc.array(fc.string({ maxLength: 30 }), { maxLength: 12 }).map((all) => all.join('\n')),
    weight: 10,
  },
  { arbitrary: hugeText, weight: 1 },
);

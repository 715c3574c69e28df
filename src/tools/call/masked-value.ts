import type { Masker } from '../../core/secrets/masker.ts';

/** A value with every secret in its strings replaced; the same value if no secrets are known. */
export function masked<Value>(value: Value, masker: Masker): Value {
  return masker.isActive ? (inside(value, masker) as Value) : value;
}

function inside(value: unknown, masker: Masker): unknown {
  if (typeof value === 'string') return masker.mask(value);
  if (Array.isArray(value)) return value.map((one) => inside(one, masker));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one, masker)]));
}

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseResult, parseSync } from 'oxc-parser';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const source = join(root, 'src');

/** Relative to `src`, with slashes. */
export const files = filesBelow(source).filter((file) => file.endsWith('.ts'));

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.split(sep).join('/'));
}

export function textOf(file: string): string {
  return readFileSync(join(source, file), 'utf8');
}

const known = new Map<string, ParseResult>();

export function parsed(file: string): ParseResult {
  const result = known.get(file) ?? parseSync(file, textOf(file));
  known.set(file, result);
  return result;
}

/** The file that an import of `./…` or `../…` names. */
export function targetOf(file: string, imported: string): string {
  return relative(source, join(source, dirname(file), imported))
    .split(sep)
    .join('/');
}

/** The value that nine of ten are not above. */
export function ninetiethPercentile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.9)]!;
}

export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

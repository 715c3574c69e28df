import { isAbsolute, join } from 'node:path';
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { nearestName } from '../../core/text/nearest-name.ts';
import { searchEngineOf } from '../../open-web.ts';
import { pathPolicy } from '../../open-workspace.ts';
import { fileOptions } from '../../options/all-options.ts';
import { accepted, accepts } from '../../options/check-options.ts';
import type { FileEntry } from '../../options/combine-options.ts';
import type { OptionEntry } from '../../options/option.ts';
import { brief } from '../../tools/call/received-value.ts';

/** What is wrong in a configuration file, and in which line. */
export class ConfigFileError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/** The options in the text of a configuration file: JSON, in which comments are allowed. */
export function parseConfig(text: string, home: string): FileEntry[] {
  const source = text.replace(/^\uFEFF/, '');
  const entries = propertiesIn(source).flatMap(([key, value]) => {
    const line = lineAt(source, key.offset);
    const name = String(key.value);
    if (name === '$schema') return [];
    return [{ name, line, value: checkedValue(name, getNodeValue(value), { line, home }) }];
  });
  const names = entries.map(({ name }) => name);
  const twice = entries.find(({ name }, i) => names.indexOf(name) < i);
  if (twice) throw new ConfigFileError(`\`${twice.name}\` is there twice`, twice.line);
  return entries;
}

function propertiesIn(source: string): [key: Node, value: Node][] {
  const errors: ParseError[] = [];
  const tree = treeOf(source, errors);
  const [first] = errors;
  if (first)
    throw new ConfigFileError(
      `it is not valid JSON: ${printParseErrorCode(first.error)}`,
      lineAt(source, first.offset),
    );
  if (tree?.type !== 'object') throw new ConfigFileError('it is not a JSON object', 1);
  return (tree.children ?? []).map(({ children }) => children as [Node, Node]);
}

/** The parser calls itself for each level, so that a deep text ends its stack. */
function treeOf(source: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(source, errors);
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigFileError('it is nested too deeply');
    throw error;
  }
}

type Place = { readonly line: number; readonly home: string };

function checkedValue(name: string, value: unknown, { line, home }: Place): unknown {
  const option = Object.hasOwn(fileOptions, name) ? fileOptions[name] : undefined;
  if (!option) throw new ConfigFileError(`unknown key ${unknownKey(name)}`, line);
  if (!accepts(option, value))
    throw new ConfigFileError(`\`${name}\` takes ${accepted(option)}, not ${brief(value, 80)}`, line);
  const problem = problemWith(name, value);
  if (problem !== undefined) throw new ConfigFileError(problem, line);
  if (!isPath(option)) return value;
  const resolved = [value].flat().map((path) => inHome(String(path), home));
  const relative = resolved.find((path) => !isAbsolute(path));
  if (relative !== undefined)
    throw new ConfigFileError(
      `\`${name}\` takes an absolute path or one that begins with ~/, not ${brief(relative, 80)}`,
      line,
    );
  return Array.isArray(value) ? resolved : resolved[0];
}

/** What the options themselves refuse. */
function problemWith(name: string, value: unknown): string | undefined {
  try {
    pathPolicy({ [name]: value });
    if (name === 'webSearch') searchEngineOf(value as string);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

function unknownKey(name: string): string {
  const near = nearestName(name, Object.keys(fileOptions));
  return `\`${brief(name, 80)}\`${near === undefined ? '' : `; did you mean \`${near}\`?`}`;
}

function isPath({ value }: OptionEntry): boolean {
  return value === 'FILE' || value === 'DIR';
}

function inHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

import { parsed, textOf } from './source-files.ts';

type TreeNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: unknown;
};

/** Every node of a file's syntax tree. */
function* nodesOf(value: unknown): Generator<TreeNode> {
  if (typeof value !== 'object' || value === null) return;
  if (typeof (value as TreeNode).type === 'string') yield value as TreeNode;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** How many lines each function has, those in it included. */
export function functionLengths(file: string): { readonly line: number; readonly lines: number }[] {
  const text = textOf(file);
  return [...nodesOf(parsed(file).program)]
    .filter(({ type }) => FUNCTIONS.includes(type))
    .map(({ start, end }) => ({
      line: text.slice(0, start).split('\n').length,
      lines: text.slice(start, end).split('\n').length,
    }));
}

/** Words that hide who does what, or that have a plainer one: see docs/architecture.md. */
const UNPLAIN =
  /\b(whoever|someone|somebody|nobody|told|tells?|telling|stands?|standing|stood|blanks|behind|(that|so) many|that long)\b/gi;

/** In comments, and as parts of names; `MOST_` and `LEAST_` are `MAX_` and `MIN_`. */
export function unplainWords(file: string): string[] {
  const { comments, program } = parsed(file);
  const names = new Set([...nodesOf(program)].flatMap(({ name }) => (typeof name === 'string' ? name : [])));
  const inNames = [...names].filter(
    (name) => /^(MOST|LEAST|FEWEST)_/.test(name) || wordsOf(name).match(UNPLAIN),
  );
  return [...inNames, ...comments.flatMap(({ value }) => value.match(UNPLAIN) ?? [])];
}

/** `linesBehindIt` → `lines behind it` */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

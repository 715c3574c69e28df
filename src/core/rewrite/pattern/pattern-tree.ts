import { type CodeNode, hasOwnText, isStringLike, significantChildren } from './code-node.ts';
import type { Hole } from './pattern.ts';

export type PatternNode =
  | { readonly kind: 'hole'; readonly hole: Hole }
  | { readonly kind: 'token'; readonly type: string; readonly isNamed: boolean; readonly text: string }
  | { readonly kind: 'node'; readonly type: string; readonly children: readonly PatternNode[] };

/** A pattern as its language understands it. */
export type Pattern = {
  readonly root: Exclude<PatternNode, { kind: 'hole' }>;
  /** It describes only the beginning of its node and matches whatever follows there. */
  readonly isPartial: boolean;
  /** A semicolon at its end that is not part of its node. */
  readonly end: '' | ';';
  /** Optional tokens of the language. */
  readonly ignored: readonly string[];
};

/** A word that replaces a metavariable. */
export type Fill = {
  readonly hole: Hole;
  readonly written: string;
  readonly start: number;
  readonly end: number;
};

/** A pattern with its metavariables filled, inside code that makes it a complete program. */
export type FilledPattern = {
  readonly code: string;
  /** Where the pattern itself is in the code. */
  readonly start: number;
  readonly end: number;
  readonly fills: readonly Fill[];
};

export type PatternFault =
  /** A metavariable is not exactly one node. */
  | { readonly reason: 'not-a-node'; readonly written: string }
  | { readonly reason: 'several' }
  | { readonly reason: 'anything' };

/** Reads a pattern from the tree of its filled code, which must be free of errors. */
export function readPattern(
  filled: FilledPattern,
  tree: CodeNode,
  ignored: readonly string[],
): Pattern | PatternFault {
  const found = locate(filled, tree, ignored);
  if (!found) return { reason: 'several' };
  const reader = createReader(filled, ignored);
  const root: PatternNode = found.isPartial
    ? { kind: 'node', type: found.node.type, children: found.children.map(reader.read) }
    : reader.read(found.node);
  if (root.kind === 'hole') return { reason: 'anything' };
  const { asHoles, asText } = reader;
  const lost = filled.fills.find((fill) => !asHoles.has(fill) && !(asText.has(fill) && asHoles.size > 0));
  if (lost) return { reason: 'not-a-node', written: lost.written };
  return { root, isPartial: found.isPartial, end: found.end, ignored };
}

type Located = {
  readonly node: CodeNode;
  readonly isPartial: boolean;
  /** The children of the node that the pattern describes. */
  readonly children: readonly CodeNode[];
  readonly end: Pattern['end'];
};

/** The node that the pattern describes, whole or by its beginning. */
function locate(filled: FilledPattern, tree: CodeNode, ignored: readonly string[]): Located | undefined {
  const node = smallestAround(tree, filled);
  const children = significantChildren(node, ignored).filter((child) => isWithin(child, filled));
  const isWhole = node.startIndex === filled.start && node.endIndex === filled.end;
  const begins = node.startIndex === filled.start && children.at(-1)?.endIndex === filled.end;
  if (!isSequence(node) && (isWhole || begins)) return { node, isPartial: !isWhole, children, end: '' };
  const [only, semicolon, ...more] = children;
  if (!only || semicolon?.type !== ';' || more.length > 0) return undefined;
  return { node: only, isPartial: false, children: [], end: ';' };
}

type Range = Pick<FilledPattern, 'start' | 'end'>;

function smallestAround(node: CodeNode, range: Range): CodeNode {
  const { start, end } = range;
  const inner = node.children.find(({ startIndex, endIndex }) => startIndex <= start && endIndex >= end);
  return inner ? smallestAround(inner, range) : node;
}

function isWithin({ startIndex, endIndex }: CodeNode, { start, end }: Range): boolean {
  return startIndex >= start && endIndex <= end;
}

const SEQUENCES =
  /^(program|module|source_file|source|statement_list|statements|body_statement|block|chunk|stylesheet|translation_unit|compilation_unit|document|stream|fragment|root)$/;

/** A list of statements and the like, without brackets. */
function isSequence({ type, children }: CodeNode): boolean {
  return SEQUENCES.test(type) && children.length > 0 && children[0]!.isNamed;
}

type Reader = {
  read(node: CodeNode): PatternNode;
  /** Metavariables that were found to be nodes, and those that are only part of a string. */
  readonly asHoles: ReadonlySet<Fill>;
  readonly asText: ReadonlySet<Fill>;
};

function createReader({ code, fills }: FilledPattern, ignored: readonly string[]): Reader {
  const asHoles = new Set<Fill>();
  const asText = new Set<Fill>();
  const read = (node: CodeNode): PatternNode => {
    const { type, isNamed, startIndex, endIndex } = node;
    const fill = fills.find(({ start, end }) => start === startIndex && end === endIndex);
    const children = significantChildren(node, ignored);
    if (fill && (fill.hole.isSpread || !isListOfOne(type, children))) {
      asHoles.add(fill);
      return { kind: 'hole', hole: fill.hole };
    }
    if (children.length > 0 && !hasOwnText(node, code))
      return { kind: 'node', type, children: children.map(read) };
    return { kind: 'token', type, isNamed, text: isStringLike(node) ? stringAsWritten(node) : textOf(node) };
  };
  const textOf = ({ startIndex, endIndex }: CodeNode) => code.slice(startIndex, endIndex);
  /** In a string a dollar sign is only a dollar sign. */
  const stringAsWritten = (node: CodeNode): string => {
    const inside = fills.filter(({ start, end }) => start >= node.startIndex && end <= node.endIndex);
    let [text, reached] = ['', node.startIndex];
    for (const fill of inside) {
      asText.add(fill);
      text += code.slice(reached, fill.start) + fill.written;
      reached = fill.end;
    }
    return text + code.slice(reached, node.endIndex);
  };
  return { read, asHoles, asText };
}

/** One metavariable is an element of a list without brackets, not the list. */
function isListOfOne(type: string, children: readonly CodeNode[]): boolean {
  return /(list|arguments|parameters)$/.test(type) && children.length === 1;
}

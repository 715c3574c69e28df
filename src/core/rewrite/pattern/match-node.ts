import type { Span } from '../../text/span.ts';
import { type CodeNode, hasOwnText, isCommentNode, isName, significantChildren } from './code-node.ts';
import {
  declarationKind,
  hasBody,
  isClosing,
  isComma,
  isLastPunctuation,
  isModifier,
  isPunctuation,
  isSpread,
  isTrailing,
} from './node-kinds.ts';
import type { Hole } from './pattern.ts';
import type { Pattern, PatternNode } from './pattern-tree.ts';

/** The code that a metavariable matches; empty where a `$$$` matches nothing. */
export type Capture = Span & {
  /** It ends with a line comment, so that nothing may follow in that line. */
  readonly endsLine: boolean;
};

/** By the offset of the metavariable in the pattern. */
export type Captures = ReadonlyMap<number, Capture>;

export type NodeMatch = { readonly span: Span; readonly captures: Captures };

/** A place with all that the pattern describes and more code, which a rewrite would drop. */
export type PartialMatch = { readonly unmatchedCode: Span };

/**
 * Compares a node with a pattern. The pattern must describe all code in the node, so that a rewrite drops nothing
 * unnoticed. Exceptions are a last comma or semicolon; and, outside of the span and so unchanged, modifiers before and
 * the body after a pattern that is only the head of a declaration.
 */
export function matchNode(
  pattern: Pattern,
  node: CodeNode,
  text: string,
): NodeMatch | PartialMatch | undefined {
  const compare = (isLenient: boolean) => new Comparison(pattern, text, isLenient).match(node);
  return compare(false) ?? compare(true);
}

/** Limits the comparison, which would be exponential for some patterns with many `$$$`. */
const MAX_STEPS = 100_000;

type Nodes = readonly CodeNode[];
/** Nodes of a row from `start` up to `end`. */
type Taken = { readonly nodes: Nodes; readonly start: number; readonly end: number };
/** A row of patterns and the row of nodes to compare them with. */
type Rows = {
  readonly patterns: readonly PatternNode[];
  readonly nodes: Nodes;
  readonly isRoot: boolean;
  /** Nothing of the match comes after these rows. */
  readonly isLast: boolean;
  /** Decides about the nodes from `next` on, which no pattern is left for. */
  readonly acceptsRest: (next: number) => boolean;
};

class Comparison {
  readonly #pattern: Pattern;
  readonly #text: string;
  /** Skips code that the pattern does not describe, to report it. */
  readonly #isLenient: boolean;
  readonly #captured = new Map<Hole, Taken>();
  #unmatchedCode: Span | undefined;
  /** The end of the match if comments follow inside its last node. */
  #end = Number.POSITIVE_INFINITY;
  #steps = 0;

  constructor(pattern: Pattern, text: string, isLenient: boolean) {
    this.#pattern = pattern;
    this.#text = text;
    this.#isLenient = isLenient;
  }

  match(node: CodeNode): NodeMatch | PartialMatch | undefined {
    const { root } = this.#pattern;
    if (root.kind === 'token') return this.#isSameName(root, node) ? this.#found(spanOf([node])) : undefined;
    if (declarationKind(root.type) !== declarationKind(node.type) || hasOwnText(node, this.#text))
      return undefined;
    const nodes = this.#childrenOf(node);
    for (let first = 0; first < nodes.length; first++) {
      const end = this.#matchFrom(first, node, root.children);
      if (end !== undefined) return this.#found(spanOf(nodes.slice(first, end)));
      if (!isModifier(nodes[first]!)) return undefined;
    }
    return undefined;
  }

  /** The index after the last child of the node that belongs to the match. */
  #matchFrom(first: number, node: CodeNode, patterns: readonly PatternNode[]): number | undefined {
    const nodes = this.#childrenOf(node);
    let end = first;
    const acceptsRest = (next: number) => {
      end = next;
      const rest = nodes.slice(next);
      return this.#pattern.isPartial || rest.every(isTrailing) || hasBody(node, rest) || this.#skipRest(rest);
    };
    const rows = { patterns, nodes, isRoot: true, isLast: true, acceptsRest };
    return this.#trying(() => this.#compareRows(rows, 0, first)) ? end : undefined;
  }

  #found({ start, end }: Span): NodeMatch | PartialMatch {
    if (this.#unmatchedCode) return { unmatchedCode: this.#unmatchedCode };
    const captures = new Map(
      [...this.#captured].map(([hole, taken]) => [
        hole.start,
        { ...spanOfTaken(taken), endsLine: this.#endsLine(taken) },
      ]),
    );
    return { span: { start, end: Math.min(end, this.#end) }, captures };
  }

  #endsLine({ nodes, start, end }: Taken): boolean {
    let last = start < end ? nodes[end - 1] : undefined;
    while (last && !isCommentNode(last)) last = this.#childrenOf(last).at(-1);
    return last !== undefined && /^[ \t]*\r?\n/.test(this.#text.slice(last.endIndex));
  }

  /** `isLast`: nothing of the match comes after this node. */
  #isSame(pattern: PatternNode, node: CodeNode, isLast: boolean): boolean {
    if (pattern.kind === 'hole')
      return (
        node.isNamed &&
        !isCommentNode(node) &&
        this.#capture(pattern.hole, { nodes: [node], start: 0, end: 1 })
      );
    if (pattern.type !== node.type) return false;
    if (pattern.kind === 'token') return pattern.text === this.#textOf(node);
    const nodes = this.#childrenOf(node);
    const acceptsRest = (next: number) => {
      const rest = nodes.slice(next);
      if (!rest.every(isLast ? isTrailing : isPunctuation)) return false;
      // What follows the match stays outside of it.
      if (isLast && next > 0 && rest.length > 0) this.#end = Math.min(this.#end, nodes[next - 1]!.endIndex);
      return true;
    };
    const rows = { patterns: pattern.children, nodes, isRoot: false, isLast, acceptsRest };
    return this.#compareRows(rows, 0, 0) && !hasOwnText(node, this.#text);
  }

  /** Compares the patterns from index `i` on with the nodes from index `j` on. */
  #compareRows(rows: Rows, i: number, j: number): boolean {
    if (++this.#steps > MAX_STEPS) return false;
    const { patterns, nodes } = rows;
    const pattern = patterns[i];
    if (!pattern) return rows.acceptsRest(j);
    if (isSpread(pattern)) return this.#compareSpread(pattern.hole, rows, i, j);
    const node = nodes[j];
    const isLast = rows.isLast && i === patterns.length - 1;
    const isSame = () => this.#isSame(pattern, node!, isLast) && this.#compareRows(rows, i + 1, j + 1);
    if (node && this.#trying(isSame)) return true;
    const [previous, next] = [patterns[i - 1], patterns[i + 1]];
    const belongsToSpread = previous !== undefined && isSpread(previous);
    if (node && !belongsToSpread && isLastPunctuation(nodes, j) && isClosing(pattern))
      return this.#compareRows(rows, i, j + 1);
    if (isComma(pattern) && next && isSpread(next)) return this.#compareEmpty(next.hole, rows, i + 2, j);
    if (!node || !this.#maySkip(node, rows.isRoot && i > 0)) return false;
    return this.#skipping(node, () => this.#compareRows(rows, i, j + 1));
  }

  /** Captures as few nodes as possible. */
  #compareSpread(hole: Hole, rows: Rows, i: number, j: number): boolean {
    const { patterns, nodes } = rows;
    const isLast = i === patterns.length - 1;
    for (let end = isLast ? nodes.length : j; end <= nodes.length; end++) {
      const captures = () => this.#capture(hole, { nodes, start: j, end });
      if (this.#trying(() => captures() && this.#compareRows(rows, i + 1, end))) return true;
    }
    const next = patterns[i + 1];
    return next !== undefined && isComma(next) && this.#compareEmpty(hole, rows, i + 2, j);
  }

  /** The `$$$` captures nothing, and the comma beside it in the pattern is not in the code. */
  #compareEmpty(hole: Hole, rows: Rows, i: number, j: number): boolean {
    const captures = () => this.#capture(hole, { nodes: rows.nodes, start: j, end: j });
    return this.#trying(() => captures() && this.#compareRows(rows, i, j));
  }

  /** The same metavariable matches the same code, in any layout. */
  #capture(hole: Hole, taken: Taken): boolean {
    const isSame = ({ name, isSpread }: Hole) => name === hole.name && isSpread === hole.isSpread;
    const known = hole.name === '' ? undefined : [...this.#captured.keys()].find(isSame);
    if (known && !this.#isSameCode(this.#captured.get(known)!, taken)) return false;
    this.#captured.set(hole, taken);
    return true;
  }

  #isSameCode(a: Taken, b: Taken): boolean {
    const tokens = (nodes: Nodes): string[] =>
      nodes.flatMap((node) => {
        const children = this.#childrenOf(node);
        return children.length > 0 ? tokens(children) : [this.#textOf(node)];
      });
    const [left, right] = [a, b].map(({ nodes, start, end }) => tokens(nodes.slice(start, end)));
    return left!.length === right!.length && left!.every((token, i) => token === right![i]);
  }

  /** Restores the state if the attempt fails. */
  #trying(attempt: () => boolean): boolean {
    const { size } = this.#captured;
    const [unmatchedCode, end] = [this.#unmatchedCode, this.#end];
    if (attempt()) return true;
    if (this.#captured.size > size)
      for (const hole of [...this.#captured.keys()].slice(size)) this.#captured.delete(hole);
    this.#unmatchedCode = unmatchedCode;
    this.#end = end;
    return false;
  }

  #maySkip(node: CodeNode, isAny: boolean): boolean {
    return this.#isLenient && (isAny || !node.isNamed || isCommentNode(node));
  }

  #skipping(node: CodeNode, compareRest: () => boolean): boolean {
    return this.#trying(() => {
      this.#addUnmatched([node]);
      return compareRest();
    });
  }

  #skipRest(rest: Nodes): boolean {
    if (this.#isLenient) this.#addUnmatched(rest);
    return this.#isLenient;
  }

  #addUnmatched(nodes: Nodes): void {
    const { start, end } = spanOf(nodes);
    this.#unmatchedCode = { start: this.#unmatchedCode?.start ?? start, end };
  }

  /** A name alone matches every use of that name, as a variable, a property or a type. */
  #isSameName(pattern: Extract<PatternNode, { kind: 'token' }>, node: CodeNode): boolean {
    const isSameType = pattern.type === node.type || (isName(pattern) && isName(node));
    return isSameType && pattern.text === this.#textOf(node);
  }

  #childrenOf(node: CodeNode): Nodes {
    return significantChildren(node, this.#pattern.ignored);
  }

  #textOf({ startIndex, endIndex }: CodeNode): string {
    return this.#text.slice(startIndex, endIndex);
  }
}

function spanOf(nodes: Nodes): Span {
  return { start: nodes[0]!.startIndex, end: nodes.at(-1)!.endIndex };
}

/** If none is taken, the empty span after the node before. */
function spanOfTaken({ nodes, start, end }: Taken): Span {
  if (start < end) return { start: nodes[start]!.startIndex, end: nodes[end - 1]!.endIndex };
  const at = nodes[start - 1]?.endIndex ?? nodes[start]?.startIndex ?? 0;
  return { start: at, end: at };
}

import type { Span } from '../../text/span.ts';
import { type CodeNode, hasTextOfItsOwn, isComment, isName, significantChildren } from './code-node.ts';
import type { Hole } from './pattern.ts';
import type { Pattern, PatternNode } from './pattern-tree.ts';

/** The code that a metavariable stands for; empty where a `$$$` stands for nothing. */
export type Capture = Span & {
  /** It ends with a comment up to the end of the line, after which nothing may stand. */
  readonly endsLine: boolean;
};

/** By the offset of the metavariable in the pattern. */
export type Captures = ReadonlyMap<number, Capture>;

export type NodeMatch = { readonly span: Span; readonly captures: Captures };

/** A place that has all that the pattern says and something more, which a rewrite would drop. */
export type Surplus = { readonly surplus: Span };

/**
 * Compares a node with a pattern. All that stands in the node must be said by the pattern, so that a rewrite drops
 * nothing unsaid. Only a last comma or semicolon may be there besides; and, left out of the span and so left alone,
 * modifiers in front and the body behind a pattern that is only the head of a declaration.
 */
export function matchNode(pattern: Pattern, node: CodeNode, text: string): NodeMatch | Surplus | undefined {
  const compare = (isLenient: boolean) => new Comparison(pattern, text, isLenient).match(node);
  return compare(false) ?? compare(true);
}

/** More steps than any sensible comparison takes; without an end some patterns with many `$$$` would have none. */
const MOST_STEPS = 100_000;

type Nodes = readonly CodeNode[];
/** Some of a row of nodes: those from `start` up to `end`. */
type Taken = { readonly nodes: Nodes; readonly start: number; readonly end: number };
type PatternNodes = readonly PatternNode[];
/** Decides about the nodes that are left when the pattern has ended. */
type Ending = (next: number) => boolean;
/** Where in the match a row of nodes stands. */
type Place = { readonly isRoot: boolean; readonly isLast: boolean };

class Comparison {
  readonly #pattern: Pattern;
  readonly #text: string;
  /** Passes over what the pattern does not say, to find out that it is there. */
  readonly #isLenient: boolean;
  readonly #captured = new Map<Hole, Taken>();
  #surplus: Span | undefined;
  /** Where the match ends if comments follow inside its last node. */
  #end = Number.POSITIVE_INFINITY;
  #steps = 0;

  constructor(pattern: Pattern, text: string, isLenient: boolean) {
    this.#pattern = pattern;
    this.#text = text;
    this.#isLenient = isLenient;
  }

  match(node: CodeNode): NodeMatch | Surplus | undefined {
    const { root, isPartial } = this.#pattern;
    if (root.kind === 'token') return this.#isSameName(root, node) ? this.#found(spanOf([node])) : undefined;
    if (kinOf(root.type) !== kinOf(node.type) || hasTextOfItsOwn(node, this.#text)) return undefined;
    const nodes = this.#childrenOf(node);
    for (let first = 0; first < nodes.length; first++) {
      let last = first;
      const ending: Ending = (next) => {
        last = next;
        const rest = nodes.slice(next);
        return isPartial || rest.every(isTrailing) || hasBody(node, rest) || this.#passOver(rest);
      };
      if (
        this.#trying(() =>
          this.#sequence(root.children, 0, nodes, first, ending, { isRoot: true, isLast: true }),
        )
      )
        return this.#found(spanOf(nodes.slice(first, last)));
      if (!isModifier(nodes[first]!)) return undefined;
    }
    return undefined;
  }

  #found({ start, end }: Span): NodeMatch | Surplus | undefined {
    if (this.#surplus) return { surplus: this.#surplus };
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
    while (last && !isComment(last)) last = this.#childrenOf(last).at(-1);
    return last !== undefined && /^[ \t]*\r?\n/.test(this.#text.slice(last.endIndex));
  }

  /** `isLast`: nothing of the match comes after this node. */
  #same(pattern: PatternNode, node: CodeNode, isLast: boolean): boolean {
    if (pattern.kind === 'hole')
      return node.isNamed && !isComment(node) && this.#capture(pattern.hole, [node], 0, 1);
    if (pattern.type !== node.type) return false;
    if (pattern.kind === 'token') return pattern.text === this.#textOf(node);
    const nodes = this.#childrenOf(node);
    const ending: Ending = (next) => {
      const rest = nodes.slice(next);
      if (!rest.every(isLast ? isTrailing : isPunctuation)) return false;
      // What follows the match stays outside of it.
      if (isLast && next > 0 && rest.length > 0) this.#end = Math.min(this.#end, nodes[next - 1]!.endIndex);
      return true;
    };
    const place = { isRoot: false, isLast };
    return this.#sequence(pattern.children, 0, nodes, 0, ending, place) && !hasTextOfItsOwn(node, this.#text);
  }

  /** Compares the patterns from `i` with the nodes from `j` on. */
  #sequence(
    patterns: PatternNodes,
    i: number,
    nodes: Nodes,
    j: number,
    ending: Ending,
    place: Place,
  ): boolean {
    if (++this.#steps > MOST_STEPS) return false;
    const goOn = (toPattern: number, toNode: number) =>
      this.#sequence(patterns, toPattern, nodes, toNode, ending, place);
    const pattern = patterns[i];
    if (!pattern) return ending(j);
    if (isSpread(pattern)) return this.#spread(pattern.hole, patterns, i, nodes, j, goOn);
    const node = nodes[j];
    const isLast = place.isLast && i === patterns.length - 1;
    if (node && this.#trying(() => this.#same(pattern, node, isLast) && goOn(i + 1, j + 1))) return true;
    const [previous, next] = [patterns[i - 1], patterns[i + 1]];
    const belongsToSpread = previous !== undefined && isSpread(previous);
    if (node && !belongsToSpread && isLastPunctuation(nodes, j) && isClosing(pattern)) return goOn(i, j + 1);
    if (isComma(pattern) && next && isSpread(next))
      return this.#trying(() => this.#capture(next.hole, nodes, j, j) && goOn(i + 2, j));
    const maySkip = node !== undefined && this.#maySkip(node, place.isRoot && i > 0);
    return maySkip && this.#skipping(node, () => goOn(i, j + 1));
  }

  /** As few nodes as will do. */
  #spread(
    hole: Hole,
    patterns: PatternNodes,
    i: number,
    nodes: Nodes,
    j: number,
    goOn: (toPattern: number, toNode: number) => boolean,
  ): boolean {
    const isLast = i === patterns.length - 1;
    for (let end = isLast ? nodes.length : j; end <= nodes.length; end++) {
      if (this.#trying(() => this.#capture(hole, nodes, j, end) && goOn(i + 1, end))) return true;
    }
    const next = patterns[i + 1];
    if (!next || !isComma(next)) return false;
    return this.#trying(() => this.#capture(hole, nodes, j, j) && goOn(i + 2, j));
  }

  /** The same metavariable means the same code, however it is laid out. */
  #capture(hole: Hole, nodes: Nodes, start: number, end: number): boolean {
    const taken = { nodes, start, end };
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

  /** Forgets what was captured on a way that led nowhere. */
  #trying(way: () => boolean): boolean {
    const { size } = this.#captured;
    const [surplus, end] = [this.#surplus, this.#end];
    if (way()) return true;
    if (this.#captured.size > size)
      for (const hole of [...this.#captured.keys()].slice(size)) this.#captured.delete(hole);
    this.#surplus = surplus;
    this.#end = end;
    return false;
  }

  #maySkip(node: CodeNode, isAny: boolean): boolean {
    return this.#isLenient && (isAny || !node.isNamed || isComment(node));
  }

  #skipping(node: CodeNode, goOn: () => boolean): boolean {
    return this.#trying(() => {
      this.#surplus = { start: this.#surplus?.start ?? node.startIndex, end: node.endIndex };
      return goOn();
    });
  }

  #passOver(rest: Nodes): boolean {
    if (!this.#isLenient) return false;
    this.#surplus = { start: this.#surplus?.start ?? rest[0]!.startIndex, end: rest.at(-1)!.endIndex };
    return true;
  }

  /** A name alone means every use of that name, as a variable, a property or a type. */
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

/** If none is taken, the empty place behind the node before. */
function spanOfTaken({ nodes, start, end }: Taken): Span {
  if (start < end) return { start: nodes[start]!.startIndex, end: nodes[end - 1]!.endIndex };
  const at = nodes[start - 1]?.endIndex ?? nodes[start]?.startIndex ?? 0;
  return { start: at, end: at };
}

function isSpread(pattern: PatternNode): pattern is Extract<PatternNode, { kind: 'hole' }> {
  return pattern.kind === 'hole' && pattern.hole.isSpread;
}

function isComma(pattern: PatternNode): boolean {
  return pattern.kind === 'token' && pattern.text === ',';
}

function isPunctuation({ type }: CodeNode): boolean {
  return type === ',' || type === ';';
}

/** What may follow a match without being part of it. */
function isTrailing(node: CodeNode): boolean {
  return isPunctuation(node) || isComment(node);
}

const CLOSING = /^[)\]}>]$/;

function isClosing(pattern: PatternNode): boolean {
  return pattern.kind === 'token' && CLOSING.test(pattern.text);
}

/** A comma or semicolon after which nothing comes but the closing bracket. */
function isLastPunctuation(nodes: Nodes, j: number): boolean {
  const next = nodes[j + 1];
  return isPunctuation(nodes[j]!) && (!next || CLOSING.test(next.type));
}

/** Grammars tell a declaration from its implementation, and a local one from a member, where the pattern says neither. */
function kinOf(type: string): string {
  if (type === 'local_function_statement') return 'method';
  return type
    .replace(/^abstract_|(_signature)?_(declaration|definition|item|declaration_statement)$|_signature$/g, '')
    .replace(/^(local_variable|local|field)$/, 'variable');
}

/** `async`, `pub`, `static`, annotations and the like. */
function isModifier({ type, isNamed }: CodeNode): boolean {
  if (!isNamed) return /^[a-z]+$/.test(type);
  return /modifier|qualifier|annotation|attribute|decorator|visibility|storage_class/.test(type);
}

/** Whether these children hold the body of a declaration. */
function hasBody(node: CodeNode, children: Nodes): boolean {
  const body = node.childForFieldName('body');
  // Trees give a new object each time they are asked.
  if (body)
    return children.some(({ startIndex, type }) => startIndex === body.startIndex && type === body.type);
  const last = children.findLast(({ isNamed }) => isNamed);
  return last !== undefined && /(^|_)(body|block)$/.test(last.type);
}

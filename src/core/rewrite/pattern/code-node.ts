import type { Span } from '../../text/span.ts';

/** A node of a syntax tree. A leaf is a token; a node without a name is one that the grammar spells out, such as `(`. */
export interface CodeNode {
  readonly type: string;
  readonly isNamed: boolean;
  /** May stand anywhere, as comments do. */
  readonly isExtra: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly children: readonly CodeNode[];
  childForFieldName(name: string): CodeNode | null;
}

/** A text as its grammar reads it. */
export interface Reading {
  /** The smallest node that holds all of the span. */
  around(span: Span): CodeNode & { readonly hasError: boolean };
}

/**
 * The children that say something about the code: not tokens without text, nor line ends and whatever else a language
 * takes or leaves.
 */
export function significantChildren(node: CodeNode, ignored: readonly string[]): readonly CodeNode[] {
  const isSignificant = ({ type, startIndex, endIndex }: CodeNode) =>
    startIndex !== endIndex && type !== '\n' && !ignored.includes(type);
  const { children } = node;
  return children.every(isSignificant) ? children : children.filter(isSignificant);
}

/** Whether a node with children has text that none of them accounts for. */
export function hasTextOfItsOwn({ children, startIndex, endIndex }: CodeNode, text: string): boolean {
  let reached = startIndex;
  for (const child of children) {
    if (isText(text, reached, child.startIndex)) return true;
    reached = child.endIndex;
  }
  return isText(text, reached, endIndex);
}

/** More than white space and continued lines. */
function isText(text: string, start: number, end: number): boolean {
  return start < end && /[^\s\\]/.test(text.slice(start, end));
}

export function isComment({ type, isExtra }: CodeNode): boolean {
  return isExtra || /comment/.test(type);
}

/** Names of things, whatever the grammar calls them in that place. */
export function isName({ type, isNamed }: Pick<CodeNode, 'type' | 'isNamed'>): boolean {
  return isNamed && /identifier|name|constant|^word$|symbol/.test(type);
}

/** A name, a number and the like: a token that the grammar does not spell out. */
export function isWord({ isNamed, children }: CodeNode): boolean {
  return isNamed && children.length === 0;
}

/** Tokens whose lines are content and not layout. */
export function isStringLike({ type, isNamed }: Pick<CodeNode, 'type' | 'isNamed'>): boolean {
  return isNamed && /string|heredoc|template|raw_text/.test(type) && !/concat|type/.test(type);
}

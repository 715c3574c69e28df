import type { Span } from '../../text/span.ts';

/** A node of a syntax tree. A leaf is a token; a node without a name is one that the grammar spells out, such as `(`. */
export interface CodeNode {
  readonly type: string;
  readonly isNamed: boolean;
  /** Allowed anywhere, as comments are. */
  readonly isExtra: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly children: readonly CodeNode[];
  childForFieldName(name: string): CodeNode | null;
}

/** A parsed text. */
export interface ParsedText {
  /** The smallest node that contains the span. */
  around(span: Span): CodeNode & { readonly hasError: boolean };
}

/** The children with meaning: without empty tokens, line breaks and the optional tokens of the language. */
export function significantChildren(node: CodeNode, ignored: readonly string[]): readonly CodeNode[] {
  const isSignificant = ({ type, startIndex, endIndex }: CodeNode) =>
    startIndex !== endIndex && type !== '\n' && !ignored.includes(type);
  const { children } = node;
  return children.every(isSignificant) ? children : children.filter(isSignificant);
}

/** Whether a node with children has text that is in none of them. */
export function hasOwnText({ children, startIndex, endIndex }: CodeNode, text: string): boolean {
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

export function isCommentNode({ type, isExtra }: CodeNode): boolean {
  return isExtra || /comment/.test(type);
}

/** Any kind of name. Grammars have several types for names in different places. */
export function isName({ type, isNamed }: Pick<CodeNode, 'type' | 'isNamed'>): boolean {
  return isNamed && /identifier|name|constant|^word$|symbol/.test(type);
}

/** A name, a number and the like: a token whose text the grammar leaves open. */
export function isWord({ isNamed, children }: CodeNode): boolean {
  return isNamed && children.length === 0;
}

/** Tokens whose lines are content and not layout. */
export function isStringLike({ type, isNamed }: Pick<CodeNode, 'type' | 'isNamed'>): boolean {
  return isNamed && /string|heredoc|template|raw_text/.test(type) && !/concat|type/.test(type);
}

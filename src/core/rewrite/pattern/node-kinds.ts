import { type CodeNode, isCommentNode } from './code-node.ts';
import type { PatternNode } from './pattern-tree.ts';

export function isSpread(pattern: PatternNode): pattern is Extract<PatternNode, { kind: 'hole' }> {
  return pattern.kind === 'hole' && pattern.hole.isSpread;
}

export function isComma(pattern: PatternNode): boolean {
  return pattern.kind === 'token' && pattern.text === ',';
}

const CLOSING = /^[)\]}>]$/;

export function isClosing(pattern: PatternNode): boolean {
  return pattern.kind === 'token' && CLOSING.test(pattern.text);
}

export function isPunctuation({ type }: CodeNode): boolean {
  return type === ',' || type === ';';
}

/** May follow a match without being part of it. */
export function isTrailing(node: CodeNode): boolean {
  return isPunctuation(node) || isCommentNode(node);
}

/** A comma or semicolon with nothing after it but the closing bracket. */
export function isLastPunctuation(nodes: readonly CodeNode[], index: number): boolean {
  const next = nodes[index + 1];
  return isPunctuation(nodes[index]!) && (!next || CLOSING.test(next.type));
}

/**
 * The type of a node without the distinctions that a pattern does not make: between a declaration and its
 * implementation, and between a local variable and a member.
 */
export function declarationKind(type: string): string {
  if (type === 'local_function_statement') return 'method';
  return type
    .replace(/^abstract_|(_signature)?_(declaration|definition|item|declaration_statement)$|_signature$/g, '')
    .replace(/^(local_variable|local|field)$/, 'variable');
}

/** `async`, `pub`, `static`, annotations and the like. */
export function isModifier({ type, isNamed }: CodeNode): boolean {
  if (!isNamed) return /^[a-z]+$/.test(type);
  return /modifier|qualifier|annotation|attribute|decorator|visibility|storage_class/.test(type);
}

/** Whether these children contain the body of a declaration. */
export function hasBody(node: CodeNode, children: readonly CodeNode[]): boolean {
  const body = node.childForFieldName('body');
  // Trees return a new object each time.
  if (body)
    return children.some(({ startIndex, type }) => startIndex === body.startIndex && type === body.type);
  const last = children.findLast(({ isNamed }) => isNamed);
  return last !== undefined && /(^|_)(body|block)$/.test(last.type);
}

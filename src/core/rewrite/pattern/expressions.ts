import { type Language, languages } from '../../languages/index.ts';
import type { Pattern } from './pattern-tree.ts';

/** Whether an expression may have another meaning in another place, and parentheses preserve it. */
export function hasParentheses(language: Language): boolean {
  return languages[language].patterns?.hasParentheses ?? true;
}

const EXPRESSION =
  /(_expression|_operator|_access|_invocation|_call|_reference|_function|_literal)$|^(binary|unary|conditional|assignment|operator_assignment|range|lambda|await|yield|call|attribute|subscript|object|expression_list)$/;

export function isExpression({ type }: { readonly type: string }, language: Language): boolean {
  return EXPRESSION.test(type) && !languages[language].patterns?.notExpressions?.includes(type);
}

/** An expression without brackets around its parts. */
export function isOpenExpression({ type }: { readonly type: string }): boolean {
  return EXPRESSION.test(type) && !/array|tuple|list|object|struct|initializer|collection|paren/.test(type);
}

/** Not an expression, though it may look like one: `{ a: 1 }` is a block in some places. */
export function isStatement({ type }: { readonly type: string }): boolean {
  return /statement|block|declaration|definition/.test(type) && type !== 'parenthesized_statements';
}

export function isExpressionStatement({ type }: { readonly type: string }): boolean {
  return type === 'expression_statement';
}

export function isInParentheses({ type }: { readonly type: string }): boolean {
  return /^(paren|tuple)/.test(type);
}

/** Whether code that replaces this may be parsed differently than on its own. */
export function mayBeExpression(root: Pattern['root'], language: Language): boolean {
  return root.kind === 'token' || isExpression(root, language) || isExpressionStatement(root);
}

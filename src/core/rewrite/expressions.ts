import type { Language } from '../syntax/languages.ts';
import type { Pattern } from './pattern-tree.ts';

const WITHOUT_PARENTHESES: readonly Language[] = ['bash', 'css', 'html', 'json', 'jsonc', 'toml', 'yaml'];

/** Whether an expression may be read otherwise in another place, and parentheses keep it together. */
export function hasParentheses(language: Language): boolean {
  return !WITHOUT_PARENTHESES.includes(language);
}

const EXPRESSION =
  /(_expression|_operator|_access|_invocation|_call|_reference|_function|_literal)$|^(binary|unary|conditional|assignment|operator_assignment|range|lambda|await|yield|call|attribute|subscript|object|expression_list)$/;

/** PHP has no comma between expressions: its grammar means the list after `echo`. */
export function isExpression({ type }: { readonly type: string }, language: Language): boolean {
  return EXPRESSION.test(type) && !(language === 'php' && type === 'sequence_expression');
}

/** An expression whose parts no bracket holds together. */
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

/** Whether code of this kind may be read otherwise when something else takes its place. */
export function mayBeExpression(root: Pattern['root'], language: Language): boolean {
  return root.kind === 'token' || isExpression(root, language) || isExpressionStatement(root);
}

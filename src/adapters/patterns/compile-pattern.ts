import type { Parser, Tree } from 'web-tree-sitter';
import type { PatternRules } from '../../core/languages/pattern-rules.ts';
import { completionsOf } from '../../core/rewrite/pattern/completions.ts';
import {
  type FilledPattern,
  type Pattern,
  type PatternFault,
  readPattern,
} from '../../core/rewrite/pattern/pattern-tree.ts';
import type { PatternProblem } from '../../ports/patterns.ts';
import { TreeNode } from './tree-node.ts';

/** Reads a pattern in the first way that is valid code. */
export function compilePattern(
  parser: Parser,
  pattern: string,
  rules: PatternRules,
): Pattern | PatternProblem {
  let fault: PatternFault | undefined;
  for (const filled of completionsOf(pattern, rules)) {
    const read = parsed(parser, filled.code, (tree) => readWithoutErrors(filled, tree, rules));
    if (read && 'root' in read) return read;
    fault ??= read;
  }
  if (!fault) return { reason: 'syntax' };
  return fault.reason === 'not-a-node' ? { reason: fault.reason, about: fault.written } : fault;
}

function readWithoutErrors(
  filled: FilledPattern,
  tree: Tree,
  { ignored = [] }: PatternRules,
): Pattern | PatternFault | undefined {
  return tree.rootNode.hasError ? undefined : readPattern(filled, new TreeNode(tree.rootNode), ignored);
}

/** Trees are not garbage-collected. */
export function parsed<T>(parser: Parser, text: string, use: (tree: Tree) => T): T {
  const tree = parser.parse(text);
  if (!tree) throw new Error('tree-sitter gave no tree');
  try {
    return use(tree);
  } finally {
    tree.delete();
  }
}

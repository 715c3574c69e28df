import type { Node, Parser, TreeCursor } from 'web-tree-sitter';
import type { Language } from '../../core/languages/index.ts';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';
import { loadParser } from '../parsers/load-parser.ts';

/** Any language with a grammar for tree-sitter. It finds all errors, but not always at the right place. */
export async function loadGrammar(language: Language): Promise<(text: string) => SyntaxIssue[]> {
  const parser = await loadParser(language);
  return (text) => issuesIn(parser, text);
}

function issuesIn(parser: Parser, text: string): SyntaxIssue[] {
  const tree = parser.parse(text);
  if (!tree) throw new Error('tree-sitter gave no tree');
  const cursor = tree.walk();
  try {
    return tree.rootNode.hasError ? collect(cursor) : [];
  } finally {
    // In this order: a cursor that outlives its tree crashes the process.
    cursor.delete();
    tree.delete();
  }
}

/** Walks only nodes with errors, and not into an error. */
function collect(cursor: TreeCursor): SyntaxIssue[] {
  const issues: SyntaxIssue[] = [];
  for (;;) {
    const node = cursor.currentNode;
    const isLeaf = node.isError || node.isMissing;
    if (isLeaf) issues.push(toIssue(node));
    if (!isLeaf && node.hasError && cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return issues;
  }
}

function toIssue(node: Node): SyntaxIssue {
  const { row, column } = node.startPosition;
  const endLine = node.endPosition.row + 1;
  return { line: row + 1, column: column + 1, message: messageFor(node), endLine };
}

const MAX_QUOTED = 40;

function messageFor(node: Node): string {
  if (node.isMissing) return `Expected ${node.isNamed ? node.type.replaceAll('_', ' ') : `\`${node.type}\``}`;
  const quoted = node.text.trim().split(/\r?\n/, 1)[0]!;
  if (quoted === '') return 'Unexpected text';
  return `Unexpected \`${quoted.length > MAX_QUOTED ? `${quoted.slice(0, MAX_QUOTED)}…` : quoted}\``;
}

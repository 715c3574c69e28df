import { readFile } from 'node:fs/promises';
import { Language, type Node, Parser, type TreeCursor } from 'web-tree-sitter';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';
import { copiedFile, grammarFile } from '../parsers/grammar-files.ts';

const parsers = new Map<string, Promise<Parser>>();
let starting: Promise<void> | undefined;

/** Any language with a grammar of tree-sitter. It passes over mistakes and finds them all, if not always in place. */
export async function loadGrammar(grammar: string): Promise<(text: string) => SyntaxIssue[]> {
  const loading = parsers.get(grammar) ?? loadParser(grammar);
  parsers.set(grammar, loading);
  const parser = await loading;
  return (text) => issuesIn(parser, text);
}

async function loadParser(grammar: string): Promise<Parser> {
  const runtime = copiedFile('web-tree-sitter.wasm', 'web-tree-sitter/web-tree-sitter.wasm');
  starting ??= Parser.init({ locateFile: () => runtime });
  await starting;
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(grammarFile(grammar))));
  return parser;
}

function issuesIn(parser: Parser, text: string): SyntaxIssue[] {
  const tree = parser.parse(text);
  if (!tree) throw new Error('tree-sitter gave no tree');
  const cursor = tree.walk();
  try {
    return tree.rootNode.hasError ? collect(cursor) : [];
  } finally {
    // In this order: a cursor that outlives its tree takes the process down.
    cursor.delete();
    tree.delete();
  }
}

/** Walks only where something is wrong; what stands inside an error says nothing more. */
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
  return { line: row + 1, column: column + 1, message: messageFor(node) };
}

const MOST_QUOTED = 40;

function messageFor(node: Node): string {
  if (node.isMissing) return `Expected \`${node.type}\``;
  const quoted = node.text.trim().split('\n', 1)[0]!;
  if (quoted === '') return 'Unexpected text';
  return `Unexpected \`${quoted.length > MOST_QUOTED ? `${quoted.slice(0, MOST_QUOTED)}…` : quoted}\``;
}

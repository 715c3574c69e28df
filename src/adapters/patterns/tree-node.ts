import type { Node, Tree } from 'web-tree-sitter';
import type { CodeNode, ParsedText } from '../../core/rewrite/pattern/code-node.ts';

/** A node that caches its properties: reading one is a call into WebAssembly. */
export class TreeNode implements CodeNode {
  readonly node: Node;
  readonly startIndex: number;
  #type: string | undefined;
  #endIndex: number | undefined;
  #isNamed: boolean | undefined;
  #children: readonly TreeNode[] | undefined;

  constructor(node: Node) {
    this.node = node;
    this.startIndex = node.startIndex;
  }

  get type(): string {
    this.#type ??= this.node.type;
    return this.#type;
  }

  get endIndex(): number {
    this.#endIndex ??= this.node.endIndex;
    return this.#endIndex;
  }

  get isNamed(): boolean {
    this.#isNamed ??= this.node.isNamed;
    return this.#isNamed;
  }

  get isExtra(): boolean {
    return this.node.isExtra;
  }

  get hasError(): boolean {
    return this.node.hasError;
  }

  get children(): readonly TreeNode[] {
    this.#children ??= this.node.children.map((child) => new TreeNode(child));
    return this.#children;
  }

  childForFieldName(name: string): TreeNode | null {
    const child = this.node.childForFieldName(name);
    return child && new TreeNode(child);
  }
}

export function parsedText({ rootNode }: Tree): ParsedText {
  return {
    around: ({ start, end }) => new TreeNode(rootNode.descendantForIndex(start, end) ?? rootNode),
  };
}

import type { Tree, TreeCursor } from 'web-tree-sitter';
import { isStringLike } from '../../core/rewrite/pattern/code-node.ts';
import type { StringsIn } from '../../core/rewrite/replacement/rewrite-matches.ts';
import { lowerBound } from '../../core/text/lower-bound.ts';
import type { Span } from '../../core/text/span.ts';

/** The strings of several lines in parts of a tree. The tree is walked once, on first use. */
export function createStringsIn(tree: Tree): StringsIn {
  let all: readonly Span[] | undefined;
  return ({ start, end }) => {
    all ??= stringsOf(tree);
    const found: Span[] = [];
    for (
      let i = lowerBound(all, start, (string) => string.start);
      i < all.length && all[i]!.start < end;
      i++
    ) {
      const string = all[i]!;
      const isInAnother = string.start < (found.at(-1)?.end ?? 0);
      if (string.end <= end && !isInAnother) found.push(string);
    }
    return found;
  };
}

/** Ordered by their start, the outer before the inner. */
function stringsOf(tree: Tree): Span[] {
  const cursor = tree.walk();
  try {
    return collect(cursor);
  } finally {
    cursor.delete();
  }
}

function collect(cursor: TreeCursor): Span[] {
  const strings: Span[] = [];
  for (;;) {
    const hasLines = cursor.startPosition.row !== cursor.endPosition.row;
    const node = { type: cursor.nodeType, isNamed: cursor.nodeIsNamed };
    if (hasLines && isStringLike(node)) strings.push({ start: cursor.startIndex, end: cursor.endIndex });
    if (hasLines && cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return strings;
  }
}

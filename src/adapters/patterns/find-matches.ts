import type { Node, Tree } from 'web-tree-sitter';
import { matchNode, type NodeMatch } from '../../core/rewrite/pattern/match-node.ts';
import type { Pattern, PatternNode } from '../../core/rewrite/pattern/pattern-tree.ts';
import type { Span } from '../../core/text/span.ts';
import { TreeNode } from './tree-node.ts';

/** A token that every match has, at this depth below its root. */
export type Anchor = { readonly text: string; readonly depth: number };

/** The offsets of an anchor in a text. */
export type AnchorPlaces = { readonly anchor: Anchor; readonly places: readonly number[] };

export type FoundMatches = {
  readonly matches: readonly NodeMatch[];
  /** In places that have more code than the pattern describes. */
  readonly unmatchedCode: readonly Span[];
};

/** Commas are left out: one next to a `$$$` may be missing. */
export function anchorsOf({ root }: Pattern): readonly Anchor[] {
  return tokensOf(root, 0).filter(({ text }) => text !== ',');
}

function tokensOf(node: PatternNode, depth: number): Anchor[] {
  if (node.kind === 'hole') return [];
  if (node.kind === 'token') return [{ text: node.text, depth }];
  return node.children.flatMap((child) => tokensOf(child, depth + 1));
}

/** The anchor with the fewest places; undefined if one of them has none. */
export function rarestAnchor(anchors: readonly Anchor[], text: string): AnchorPlaces | undefined {
  let found: AnchorPlaces | undefined;
  for (const anchor of anchors) {
    const places = placesOf(anchor.text, text, found?.places.length);
    if (places?.length === 0) return undefined;
    if (places) found = { anchor, places };
  }
  return found;
}

/** Undefined if there are at least `limit`. */
function placesOf(token: string, text: string, limit = Number.POSITIVE_INFINITY): number[] | undefined {
  const places: number[] = [];
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
    if (!isPartOfWord(text, at, token)) places.push(at);
    if (places.length >= limit) return undefined;
  }
  return places;
}

const isLetter = (character: string | undefined) => character !== undefined && /[A-Za-z_]/.test(character);

function isPartOfWord(text: string, at: number, token: string): boolean {
  const end = at + token.length;
  return (isLetter(token[0]) && isLetter(text[at - 1])) || (isLetter(token.at(-1)) && isLetter(text[end]));
}

/** Visits only the nodes around the anchor, not the whole tree. */
export function findMatches(
  { tree, text }: { readonly tree: Tree; readonly text: string },
  pattern: Pattern,
  { anchor, places }: AnchorPlaces,
): FoundMatches {
  const matches: NodeMatch[] = [];
  const unmatchedCode: Span[] = [];
  const seen = new Set<number>();
  for (const at of places) {
    const node = candidateAt(tree.rootNode, at, anchor);
    if (!node || seen.has(node.id)) continue;
    seen.add(node.id);
    const found = matchNode(pattern, new TreeNode(node), text);
    if (!found) continue;
    if ('unmatchedCode' in found) unmatchedCode.push(found.unmatchedCode);
    else matches.push(found);
  }
  return { matches, unmatchedCode };
}

/** The node that would match if the token at this offset were the anchor. */
function candidateAt(root: Node, at: number, { text, depth }: Anchor): Node | undefined {
  // A cursor would be faster, but its search for an offset is broken (web-tree-sitter 0.26), and `parent` searches
  // from the root.
  const path: Node[] = [];
  for (let node: Node | null = root; node && node.startIndex <= at; node = node.firstChildForIndex(at))
    path.push(node);
  const token = path.findLastIndex(
    ({ startIndex, endIndex }) => startIndex === at && endIndex === at + text.length,
  );
  return token === -1 ? undefined : path[token - depth];
}

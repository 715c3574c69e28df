import type { Language } from '../../languages/index.ts';
import type { Span } from '../../text/span.ts';
import { isCommentNode, isStringLike, isWord, type ParsedText } from '../pattern/code-node.ts';
import {
  isExpression,
  isExpressionStatement,
  isInParentheses,
  isOpenExpression,
  isStatement,
} from '../pattern/expressions.ts';
import type { CodeGroup } from './code.ts';
import type { DraftedText, PlacedGroup } from './draft.ts';

/** The groups that the code around them may split or join: expressions, except where they are safe. */
export function groupsInDoubt(
  { text, groups }: DraftedText,
  before: ParsedText,
  language: Language,
): readonly PlacedGroup[] {
  return groups.filter((placed) => {
    const { group, start, end } = placed;
    if (group.isClosed || isName(text.slice(start, end))) return false;
    if (group.kind === 'capture' && isSafe(placed, text)) return false;
    return wasExpression(group, before, language);
  });
}

/** The groups that are parsed differently in their new place: `a - b` before `/ 2` is no difference any more. */
export function brokenGroups(
  inDoubt: readonly PlacedGroup[],
  text: string,
  after: ParsedText,
): readonly PlacedGroup[] {
  return inDoubt.filter((placed) => {
    const isKept = placed.group.kind === 'place' ? isPlaceKept : isCaptureKept;
    return !isKept(placed, text, after);
  });
}

function wasExpression({ kind, from }: CodeGroup, before: ParsedText, language: Language): boolean {
  const node = before.around(from);
  if (!isSameSpan(from, node)) return false;
  return isExpression(node, language) || (kind === 'place' && (isWord(node) || isExpressionStatement(node)));
}

function isCaptureKept(placed: PlacedGroup, text: string, after: ParsedText): boolean {
  const node = after.around(placed);
  const isWhole = isSameSpan(placed, node);
  if (placed.isParenthesized) return isWhole && isInParentheses(node);
  if (isWhole && isUnderSign(placed, node, after)) return false;
  if (isWhole) return !isStatement(node) && !isForbidden(placed, node, text);
  // Strings, comments and macros are not parsed as code.
  return (
    isStringLike(node) || isCommentNode(node) || node.children.length === 0 || node.type === 'token_tree'
  );
}

/** A name, which no operator splits, or nothing. */
function isName(code: string): boolean {
  return /^[\w$@.:]*$/.test(code);
}

/** The grammar of Swift parses `-a + b` as the negation of a sum. */
function isUnderSign({ start, end }: Span, { type }: { readonly type: string }, after: ParsedText): boolean {
  if (!/_expression$/.test(type) || /^(call|navigation|prefix|postfix)_/.test(type)) return false;
  return after.around({ start: start - 1, end }).type === 'prefix_expression';
}

/** Part of a word, or between brackets and commas. */
function isSafe({ start, end }: Span, text: string): boolean {
  const code = text.slice(start, end);
  const [previous, next] = [text[start - 1] ?? '', text[end] ?? ''];
  if (/\w\w/.test(previous + code[0]) || /\w\w/.test(code.at(-1) + next)) return true;
  const isOpened = /[([,]/.test(text[indexBefore(text, start)]!);
  return isOpened && /[)\],]/.test(text[indexAfter(text, end)]!) && !code.includes(',');
}

/** Statements may replace a statement, but no expression around them may include a part of them. */
function isPlaceKept(placed: PlacedGroup, text: string, after: ParsedText): boolean {
  const node = after.around(placed);
  const isWhole = isSameSpan(placed, node);
  if (placed.isParenthesized) return isWhole && isInParentheses(node);
  if (isWhole) return !isForbidden(placed, node, text);
  const { start, end } = placed;
  const joinsBefore = isOpenExpression(after.around({ start: indexBefore(text, start), end: start + 1 }));
  const joinsAfter = isOpenExpression(after.around({ start: end - 1, end: indexAfter(text, end) + 1 }));
  return !joinsBefore && !joinsAfter;
}

/** What grammars accept and languages do not: `() => { a: 1 }` returns no object, and `-a ** 2` is not the square of `-a`. */
function isForbidden({ start, end }: Span, { type }: { readonly type: string }, text: string): boolean {
  if (/^unary/.test(type)) return text.startsWith('**', indexAfter(text, end));
  const before = indexBefore(text, start);
  const beginsStatement = start === 0 || /[;}]/.test(text[before]!);
  if (type === 'object') return beginsStatement || text.slice(before - 1, before + 1) === '=>';
  return /^(function_expression|class)$/.test(type) && beginsStatement;
}

function isSameSpan({ start, end }: Span, node: { startIndex: number; endIndex: number }): boolean {
  return node.startIndex === start && node.endIndex === end;
}

function indexBefore(text: string, offset: number): number {
  let at = offset - 1;
  while (at > 0 && /\s/.test(text[at]!)) at--;
  return Math.max(at, 0);
}

function indexAfter(text: string, offset: number): number {
  let at = offset;
  while (at < text.length - 1 && /\s/.test(text[at]!)) at++;
  return Math.min(at, text.length - 1);
}

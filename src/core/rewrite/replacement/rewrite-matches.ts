import type { Span } from '../../text/span.ts';
import type { NodeMatch } from '../pattern/match-node.ts';
import { type Code, grouped, type Piece } from './code.ts';
import type { Draft } from './draft.ts';
import { createLineStarts } from './line-starts.ts';
import { substitute } from './substitute.ts';
import type { Template } from './template.ts';

/** Where the lines are content, inside a part of the text. */
export type StringsIn = (span: Span) => readonly Span[];

/**
 * What is to take the place of these matches, in their order. A match inside what another one captured is rewritten there; one that
 * overlaps another in any other way is left to the outer one.
 */
export function rewriteMatches(
  text: string,
  matches: readonly NodeMatch[],
  template: Template,
  stringsIn: StringsIn,
): Draft[] {
  const ordered = matches.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const writer = createWriter(text, template, stringsIn);
  return outermost(ordered).map(([match, inner]) => writer(match, inner));
}

type Writer = (match: NodeMatch, inner: readonly NodeMatch[]) => Draft;

function createWriter(text: string, template: Template, stringsIn: StringsIn): Writer {
  const lineStartAt = createLineStarts(text);
  let places = 0;

  function rewritten(match: NodeMatch, inner: readonly NodeMatch[], moves: boolean): Code {
    places++;
    const code = substitute(template, {
      text,
      lineStartAt,
      match,
      codeOf: (span, movesHere) => codeOf(span, inner, moves || movesHere),
    });
    return grouped(code, { kind: 'place', from: match.span, isClosed: template.isClosed });
  }

  function codeOf(span: Span, inner: readonly NodeMatch[], moves: boolean): Code {
    const code: Piece[] = [];
    let reached = span.start;
    for (const [match, nested] of outermost(inner.filter((match) => isWithin(match.span, span)))) {
      code.push(...sourceCode({ start: reached, end: match.span.start }, moves));
      code.push(...rewritten(match, nested, moves));
      reached = match.span.end;
    }
    return [...code, ...sourceCode({ start: reached, end: span.end }, moves)];
  }

  function sourceCode({ start, end }: Span, moves: boolean): Code {
    const source = text.slice(start, end);
    const strings = moves && source.includes('\n') ? stringsIn({ start, end }) : [];
    const code: Piece[] = [];
    let reached = start;
    for (const string of strings) {
      code.push({ text: text.slice(reached, string.start), isFixed: false });
      code.push({ text: text.slice(string.start, string.end), isFixed: true });
      reached = string.end;
    }
    return [...code, { text: text.slice(reached, end), isFixed: false }];
  }

  return (match, inner) => {
    places = 0;
    const code = rewritten(match, inner, false);
    return { span: match.span, code, places };
  };
}

/** Those that are in no other, each with those that are in it. */
function outermost(ordered: readonly NodeMatch[]): [NodeMatch, NodeMatch[]][] {
  const groups: [NodeMatch, NodeMatch[]][] = [];
  for (const match of ordered) {
    const last = groups.at(-1);
    if (!last || match.span.start >= last[0].span.end) groups.push([match, []]);
    else last[1].push(match);
  }
  return groups;
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

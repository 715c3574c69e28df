import type { Span } from '../../text/span.ts';
import type { NodeMatch } from '../pattern/match-node.ts';
import { type Code, type CodePiece, grouped } from './code.ts';
import type { CodeDraft } from './draft.ts';
import { createLineStarts, type LineStarts } from './line-starts.ts';
import { substitute } from './substitute.ts';
import type { Template } from './template.ts';

/** The strings of several lines in a part of the text. */
export type StringsIn = (span: Span) => readonly Span[];

/**
 * The drafts that replace these matches, in the order of the text. A match inside what another one captured is
 * rewritten there; one that overlaps another in any other way is not rewritten.
 */
export function rewriteMatches(
  matches: readonly NodeMatch[],
  template: Template,
  source: RewriteSource,
): CodeDraft[] {
  const ordered = matches.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const writer = new DraftWriter(template, source);
  return outermost(ordered).map(([match, inner]) => writer.draft(match, inner));
}

/** The text that was matched. */
type RewriteSource = { readonly text: string; readonly stringsIn: StringsIn };

class DraftWriter {
  readonly #template: Template;
  readonly #source: RewriteSource;
  readonly #lineStartAt: LineStarts;
  #places = 0;

  constructor(template: Template, source: RewriteSource) {
    this.#template = template;
    this.#source = source;
    this.#lineStartAt = createLineStarts(source.text);
  }

  draft(match: NodeMatch, inner: readonly NodeMatch[]): CodeDraft {
    this.#places = 0;
    const code = this.#rewritten(match, inner, false);
    return { span: match.span, code, places: this.#places };
  }

  #rewritten(match: NodeMatch, inner: readonly NodeMatch[], moves: boolean): Code {
    this.#places++;
    const code = substitute(this.#template, {
      text: this.#source.text,
      lineStartAt: this.#lineStartAt,
      match,
      codeOf: (span, movesHere) => this.#codeOf(span, inner, moves || movesHere),
    });
    return grouped(code, { kind: 'place', from: match.span, isClosed: this.#template.isClosed });
  }

  #codeOf(span: Span, inner: readonly NodeMatch[], moves: boolean): Code {
    const code: CodePiece[] = [];
    let reached = span.start;
    for (const [match, nested] of outermost(inner.filter((match) => isWithin(match.span, span)))) {
      code.push(...this.#sourceCode({ start: reached, end: match.span.start }, moves));
      code.push(...this.#rewritten(match, nested, moves));
      reached = match.span.end;
    }
    return [...code, ...this.#sourceCode({ start: reached, end: span.end }, moves)];
  }

  #sourceCode({ start, end }: Span, moves: boolean): Code {
    const { text, stringsIn } = this.#source;
    const hasLines = text.slice(start, end).includes('\n');
    const strings = moves && hasLines ? stringsIn({ start, end }) : [];
    const code: CodePiece[] = [];
    let reached = start;
    for (const string of strings) {
      code.push({ text: text.slice(reached, string.start), isFixed: false });
      code.push({ text: text.slice(string.start, string.end), isFixed: true });
      reached = string.end;
    }
    return [...code, { text: text.slice(reached, end), isFixed: false }];
  }
}

/** The matches that are in no other, each with those inside it. */
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

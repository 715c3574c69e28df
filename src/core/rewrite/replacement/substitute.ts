import { indentOf } from '../../text/indentation.ts';
import type { Span } from '../../text/span.ts';
import type { NodeMatch } from '../pattern/match-node.ts';
import { type Code, type CodePiece, grouped, indentOfFollowingLines, reindent } from './code.ts';
import { type Gaps, gapsIn } from './code-gaps.ts';
import type { LineStarts } from './line-starts.ts';
import type { Template, TemplateToken, Token } from './template.ts';

/** The match to replace, and how to get the code of a capture. */
export type MatchPlace = {
  readonly text: string;
  readonly lineStartAt: LineStarts;
  readonly match: NodeMatch;
  /** The captured code with the matches inside it rewritten; `moves`: its lines will change their indentation. */
  codeOf(span: Span, moves: boolean): Code;
};

/**
 * The code that replaces a match. White space between tokens that the rewrite has in common with the pattern is kept;
 * captured lines move with the line that they belong to; an empty list removes a comma next to it.
 */
export function substitute({ pattern, tokens }: Template, place: MatchPlace): Code {
  const { match, text } = place;
  const setting = {
    place,
    pattern,
    base: indentAt(place, match.span.start),
    gaps: gapsIn(pattern, match, text),
  };
  const code: CodePiece[] = [];
  let instead: TemplateToken | undefined;
  let mustBreak = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const span = token.hole && match.captures.get(token.hole.start);
    if (span && span.start === span.end) {
      const isCommaMeant = isInCode(tokens[i - 1], setting.gaps);
      if ((!isCommaMeant && takeBackComma(code)) || tokens[i + 1]?.text !== ',') continue;
      // What follows the comma is put where the list would be.
      instead = token;
      i++;
    } else if (span || !isSuperfluous(token, code, setting.gaps)) {
      const gap = gapBefore(instead ?? token, setting);
      code.push(mustBreak && !gap.text.includes('\n') ? layout(`\n${setting.base}`) : gap);
      code.push(...(span ? codeFor(token, span, setting) : [layout(token.text)]));
      instead = undefined;
      mustBreak = span?.endsLine ?? false;
    }
  }
  return code;
}

type Setting = {
  readonly place: MatchPlace;
  readonly pattern: readonly Token[];
  /** The indentation of the line in which the match begins. */
  readonly base: string;
  readonly gaps: Gaps;
};

/** Whether a token of the rewrite corresponds to one in the code. */
function isInCode(token: TemplateToken | undefined, gaps: Gaps): boolean {
  return token?.origin !== undefined && gaps[token.origin] !== undefined;
}

function takeBackComma(code: CodePiece[]): boolean {
  if (code.at(-1)?.text !== ',') return false;
  code.splice(-2);
  return true;
}

/** A comma or semicolon that the code does not have, or a comma after a list that ends with one. */
function isSuperfluous({ text, origin }: TemplateToken, code: Code, gaps: Gaps): boolean {
  if (text !== ',' && text !== ';') return false;
  if (origin !== undefined && !(origin in gaps) && origin < gaps.length) return true;
  return text === ',' && (code.at(-1)?.text.endsWith(',') ?? false);
}

function gapBefore(token: TemplateToken, setting: Setting): CodePiece {
  const { base, gaps } = setting;
  if (!keepsGap(token, gaps)) return layout(underIndent(token.gap, base));
  const kept = layout(gaps[token.gapOrigin!]!);
  return reindent([kept], base, base + extraIndent(token, setting))[0]!;
}

function codeFor(token: TemplateToken, span: Span, setting: Setting): Code {
  const { place, base, gaps } = setting;
  const isKept = keepsGap(token, gaps);
  const from = isKept ? base : indentToMove(token, span, setting);
  const to = base + (isKept ? extraIndent(token, setting) : token.indent);
  const code = reindent(place.codeOf(span, from !== to), from, to);
  return token.hole!.isSpread ? code : grouped(code, { kind: 'capture', from: span });
}

function keepsGap({ gapOrigin }: TemplateToken, gaps: Gaps): boolean {
  return gapOrigin !== undefined && gaps[gapOrigin] !== undefined;
}

/** The indentation that the rewrite adds to a line of the pattern. */
function extraIndent({ indent, gapOrigin }: TemplateToken, { pattern }: Setting): string {
  return indent.slice(pattern[gapOrigin!]!.indent.length);
}

/** The indentation that the lines of a capture share with the line in which it begins. */
function indentToMove({ hole, gap }: TemplateToken, { start, end }: Span, { place, base }: Setting): string {
  const own = indentAt(place, start);
  const begunLine = own.length === start - place.lineStartAt(start);
  const beginsLine = gap.includes('\n');
  // The rest of a list that now begins in the middle of a line stays under that line.
  if (begunLine && !beginsLine && hole!.isSpread) return base;
  if (begunLine || !beginsLine) return own;
  return indentOfFollowingLines(place.text.slice(start, end)) ?? own;
}

function layout(text: string): CodePiece {
  return { text, isFixed: false };
}

function underIndent(text: string, base: string): string {
  return base === '' ? text : text.replace(/\n(?!\r?\n)/g, `\n${base}`);
}

/** The indentation of the line in which code begins. */
function indentAt({ text, lineStartAt }: MatchPlace, offset: number): string {
  return indentOf(text.slice(lineStartAt(offset), offset));
}

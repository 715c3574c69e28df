import { columnsOf, type IndentUnit, indentOf, isBlank } from '../text/indentation.ts';
import { opensBlock } from './block-style.ts';
import { type Against, nothing } from './evidence/against.ts';
import { byClass, byNames } from './evidence/names.ts';
import { byComment, byLinesAfter } from './evidence/neighbours.ts';
import { byListStyle, byOwnColumn, bySameKey, byShape, byValue } from './evidence/yaml.ts';
import { leadingWord, methodLevel } from './level-evidence.ts';
import type { InsertionGap, Level } from './place.ts';
import { isDefinition, isLoop, type Statement } from './statements.ts';

/** A level for new lines, with what speaks against it (0: nothing) and the line that it is taken from. */
export type RankedLevel = {
  readonly indent: string;
  readonly cost: number;
  readonly origin?: string | undefined;
};

/** Where some levels are possible, the likeliest first. */
export function rankLevels(open: readonly Level[], gap: InsertionGap): RankedLevel[] {
  const levels = [...new Set(open.map(({ indent }) => indent))];
  const evidence = [
    byColumn(levels, gap),
    bySameKey(levels, gap),
    byValue(gap),
    byBlankLines(levels, gap),
    byKind(open, gap),
    byPart(open, gap),
    byWord(open, gap),
    byNext(levels, gap),
    byLinesAfter(open, gap),
    byComment(levels, gap),
    byShape(gap),
    byOwnColumn(levels, gap),
    byListStyle(gap),
    byNames(gap),
    byClass(gap),
  ];
  const cost = (indent: string) => evidence.reduce((sum, against) => sum + against(indent), 0);
  return levels
    .map((indent) => ({ indent, cost: cost(indent), origin: originOf(indent, gap) }))
    .toSorted((a, b) => a.cost - b.cost || columnsOf(b.indent) - columnsOf(a.indent));
}

/** The line before that has this level, or whose block it is. */
function originOf(indent: string, { statements, previous, place }: InsertionGap): string | undefined {
  const numberOf = ({ line }: Statement) => line + 1 + (place.skipped ?? 0);
  if (previous?.opens && columnsOf(indent) > columnsOf(previous.indent))
    return `inside line ${numberOf(previous)}`;
  const like = statements.findLast((statement) => statement.indent === indent);
  return like && `the level of line ${numberOf(like)}`;
}

/** Levels that are so near to a wrong column are equally likely. */
const NEAR = 3;

/** The level nearest to where the lines are, or where those that they replace were. */
function byColumn(levels: readonly string[], { content, place, unit }: InsertionGap): Against {
  const own = indentOf(content[0]!);
  const replaced = place.replaced.find((line) => !isBlank(line)) ?? '';
  const hint = widthIn(own === '' ? indentOf(replaced) : own, unit);
  if (hint === 0) return nothing;
  const distance = (indent: string) => Math.abs(widthIn(indent, unit) - hint);
  const nearest = Math.min(...levels.map(distance));
  const reach = nearest === 0 ? 0 : Math.max(nearest, NEAR);
  // What is given with an indentation is rather near to its place; given flush left, that is not known.
  const share = own === '' ? 0 : 0.01;
  return (indent) =>
    (distance(indent) <= reach ? 0 : 1) + share * (distance(indent) + columnsOf(indent) / 1000);
}

/** In a file with spaces a tab counts as one step. */
function widthIn(indent: string, unit: IndentUnit): number {
  return unit === '\t' ? columnsOf(indent) : columnsOf(indent.replaceAll('\t', unit));
}

/** A blank line ends a block rather than being within one; in YAML that alone does not decide. */
function byBlankLines(levels: readonly string[], { content, blankLines, place }: InsertionGap): Against {
  const innermost = levels.reduce((a, b) => (columnsOf(b) > columnsOf(a) ? b : a));
  const against = place.style.isYaml ? 0.4 : 0.5;
  if (blankLines > 0) return (indent) => (indent === innermost ? against : 0);
  return indentOf(content[0]!) === '' && isBlank(place.after[0] ?? '')
    ? (indent) => (indent === innermost ? 0 : 0.25)
    : nothing;
}

/** What the first line is says where it belongs, above all at the margin, where lines lose their indentation. */
function byKind(levels: readonly Level[], gap: InsertionGap): Against {
  const { content, blankLines, place } = gap;
  const first = content[0]!;
  if (indentOf(first) !== '' || place.style.isYaml) return nothing;
  const method = methodLevel(gap, levels)?.indent;
  if (method !== undefined) return (indent) => (indent === method ? 0 : 1);
  const isTop = blankLines > 1 || isDefinition(first) || /^if __name__\b/.test(first);
  return (indent) => ((indent === '') === isTop ? 0 : 0.5);
}

/** A loop has hardly ever an `else`, and an `elif` asks about what its `if` asks about. */
function byPart(levels: readonly Level[], { content }: InsertionGap): Against {
  const subject = /^\s*elif\b/.test(content[0]!) ? subjectOf(content[0]!) : undefined;
  const alike = levels.filter(({ text }) => subject !== undefined && subjectOf(text) === subject);
  if (alike.length > 0) return (indent) => (alike.some((level) => level.indent === indent) ? 0 : 0.5);
  if (!/^\s*else\b/.test(content[0]!)) return nothing;
  const loops = levels.filter(({ text }) => isLoop(text)).map(({ indent }) => indent);
  return (indent) => (loops.includes(indent) ? 0.4 : 0);
}

function subjectOf(line: string): string | undefined {
  return /^\s*(?:el)?if\s+(?:not\s+)?(\w+)/.exec(line)?.[1];
}

/** A block is rather beside one that begins with the same word. */
function byWord(levels: readonly Level[], { content, place }: InsertionGap): Against {
  const word = /^(?:for|if|while|with|try)\b/.exec(content[0]!.trim())?.[0];
  const alike = levels.filter(({ text }) => word !== undefined && leadingWord(text) === word);
  if (place.style.isYaml || alike.length === 0) return nothing;
  return (indent) => (alike.some((level) => level.indent === indent) ? 0 : 0.2);
}

/** A block is rather beside the line after it than at the end of the block before it. */
function byNext(levels: readonly string[], { content, next, place }: InsertionGap): Against {
  const isBlock = content.length > 1 && opensBlock(content[0]!, place.style);
  if (!isBlock || next === undefined || !levels.includes(indentOf(next))) return nothing;
  return (indent) => (indent === indentOf(next) ? 0 : 0.2);
}

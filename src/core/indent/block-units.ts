import { type IndentUnit, indentOf, isBlank, isListItem } from '../text/indentation.ts';
import { type BlockStyle, isLabel, opensBlock } from './block-style.ts';
import { walkBrackets } from './bracket-walk.ts';

/** How often each unit was seen as the step into a block, or into hanging arguments. */
export type StepVotes = { readonly blocks: UnitVotes; readonly hanging: UnitVotes };
type UnitVotes = ReadonlyMap<IndentUnit, number>;

/** The units by which these lines step into what they open. */
export function stepVotes(lines: readonly string[], style: BlockStyle): StepVotes {
  const [blocks, hanging] = [new Map<string, number>(), new Map<string, number>()];
  const hangs = style.endsBy === 'indentation' ? /[([{]$/ : /[([]$/;
  let before: string | undefined;
  for (const line of lines) {
    if (isBlank(line)) continue;
    const step =
      before !== undefined && opensBlock(before, style) ? stepInto(before, line, style) : undefined;
    if (step) {
      const votes = hangs.test(before!.trimEnd()) ? hanging : blocks;
      votes.set(step, (votes.get(step) ?? 0) + 1);
    }
    before = line;
  }
  return { blocks, hanging };
}

/** The same for lines that begin in code: what their strings and comments hold does not count. */
export function stepVotesInCode(lines: readonly string[], style: BlockStyle): StepVotes {
  const states = style.lexis && walkBrackets(lines, style.lexis);
  const code = states ? lines.filter((_, at) => states[at]!.until === undefined) : lines;
  return stepVotes(code, style);
}

/** The usual unit; how arguments hang says it only where there are no blocks. */
export function usualUnit(...all: readonly StepVotes[]): IndentUnit | undefined {
  const votes = [...all.map(({ blocks }) => blocks), ...all.map(({ hanging }) => hanging)];
  const [best] = [...(votes.find(({ size }) => size > 0) ?? [])].sort((a, b) => b[1] - a[1]);
  return best?.[0];
}

export function countVotes({ blocks, hanging }: StepVotes): number {
  return [...blocks.values(), ...hanging.values()].reduce((sum, count) => sum + count, 0);
}

const USUAL = 0.15;

/** Whether lines with the first votes are written in another unit than those with the second. */
export function isOtherUnit(own: StepVotes, there: StepVotes): boolean {
  const kind = own.blocks.size > 0 ? 'blocks' : 'hanging';
  if (there[kind].size > 0) return isDisjoint(own[kind], there[kind]);
  return hasOtherBlanks(own, there);
}

/** Whether one goes by tabs and the other does not. */
export function hasOtherBlanks(own: StepVotes, there: StepVotes): boolean {
  const [unit, other] = [usualUnit(own), usualUnit(there)];
  return unit !== undefined && other !== undefined && (unit === '\t') !== (other === '\t');
}

function isDisjoint(own: UnitVotes, there: UnitVotes): boolean {
  const count = [...there.values()].reduce((sum, one) => sum + one, 0);
  return own.size > 0 && [...own.keys()].every((unit) => (there.get(unit) ?? 0) < USUAL * count);
}

/** Labels stand where they like, and one column is no step. */
function stepInto(before: string, line: string, style: BlockStyle): IndentUnit | undefined {
  const [outer, inner] = [indentOf(before) + (isListItem(before) ? '  ' : ''), indentOf(line)];
  if (isLabel(line, style) || !inner.startsWith(outer)) return undefined;
  const step = inner.slice(outer.length);
  if (step.startsWith('\t')) return '\t';
  return step.length > 1 && step.length <= 8 ? step : undefined;
}

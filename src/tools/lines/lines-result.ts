import type { Choice, Option } from '../../core/indent/choose-fit.ts';
import { counted } from '../../core/text/counted.ts';
import { linesText } from '../../core/text/lines.ts';
import { numberLinesWithin, type ViewLimits } from '../show/numbered-lines.ts';

/** `removed` lines from `first` on are replaced. */
export type LinesPlan = {
  readonly first: number;
  readonly removed: number;
  readonly fitted: Option;
  /** Other ways to indent the new lines. */
  readonly others: readonly Option[];
  readonly after: LinesAround;
};

/** Some lines of a file. */
export type LinesAround = {
  readonly lines: readonly string[];
  /** The number of the first of them. */
  readonly from: number;
  /** How many lines the file has. */
  readonly total: number;
};

/** What was guessed or done beyond what was asked, at a line of the new file. */
export type Note = { readonly line: number; readonly kind: 'indentation'; readonly text: string };

/** What was done to the indentation, and which level was guessed. */
export function notesOf({ first, fitted, others }: LinesPlan): Note[] {
  const texts = [...fitted.notes, ...(others.length > 0 ? [guessOf(fitted, others)] : [])];
  return texts.map((text) => ({ line: first, kind: 'indentation', text }));
}

function guessOf({ level, origin }: Option, others: readonly Option[]): string {
  const from = origin === undefined ? '' : `, ${origin}`;
  return `Indented to ${level}${from}; ${orList(others)} would also parse. Pass indent_level to choose.`;
}

/** The levels among which the caller must choose. */
export function orList(options: Choice['others']): string {
  const levels = options.map(({ level }) => level);
  return levels.length === 1 ? levels[0]! : `${levels.slice(0, -1).join(', ')} or ${levels.at(-1)}`;
}

type LinesCommand = { readonly command: string; readonly path: string; readonly isDryRun: boolean };

/** What was done, also to the indentation, and where later lines are now. */
export function summaryOf(plan: LinesPlan, { command, path, isDryRun }: LinesCommand): string {
  const { first, removed, fitted, others } = plan;
  const done = fitted.notes.length > 0 ? ` (${fitted.notes.join('; ')})` : '';
  const guess = others.length > 0 ? ` ${guessOf(fitted, others)}` : '';
  const [old, fresh] = [rangeText(first, removed), rangeText(first, fitted.lines.length)];
  const heads: Record<string, string> = {
    insert: `${isDryRun ? 'Would insert' : 'Inserted'} ${fresh} into ${path}`,
    delete: `${isDryRun ? 'Would delete' : 'Deleted'} ${old} of ${path}`,
    replace: `${isDryRun ? 'Would replace' : 'Replaced'} ${old} of ${path} by ${fresh}`,
  };
  return `${heads[command]}${done}.${guess} ${movement(plan)}`;
}

function movement({ first, removed, fitted, after }: LinesPlan): string {
  const moved = fitted.lines.length - removed;
  const next = first + fitted.lines.length;
  if (moved === 0 || next > after.total) return 'No later line moved.';
  const by = moved > 0 ? `+${moved}` : moved;
  return `Lines after ${next - moved - 1} moved by ${by}: old line ${next - moved} is now line ${next}.`;
}

const style = { width: 4, separator: ': ' };
/** Lines shown before and after the new ones. */
export const CONTEXT = 3;
const MAX_SHOWN = 40;

/** Lines and their context; of many lines, only the first and the last. */
export function excerpt(
  around: LinesAround,
  { first, count }: { readonly first: number; readonly count: number },
  limits: ViewLimits,
): string {
  if (around.total === 0) return '[The file is empty now.]';
  const from = Math.max(1, first - CONTEXT);
  const to = Math.min(around.total, first + count - 1 + CONTEXT);
  if (to - from < MAX_SHOWN) return numbered(around, { from, to }, limits);
  const half = MAX_SHOWN / 2;
  const halfLimits = { ...limits, characters: limits.characters / 2 };
  const [top, bottom] = [from + half, to - half];
  return [
    numbered(around, { from, to: top - 1 }, halfLimits),
    `[${counted(bottom - top + 1, 'line')} more]`,
    numbered(around, { from: bottom + 1, to }, halfLimits),
  ].join('\n');
}

function numbered(
  { lines, from: start }: LinesAround,
  { from, to }: { readonly from: number; readonly to: number },
  limits: ViewLimits,
): string {
  const part = lines.slice(from - start, to - start + 1);
  const { text, shown, cutInLine } = numberLinesWithin({ lines: part, first: from }, limits, style);
  return cutInLine || shown < to - from + 1 ? `${text}\n[Cut here: the lines are too long to show.]` : text;
}

export function rangeText(first: number, count: number): string {
  return linesText(first, first + count - 1);
}

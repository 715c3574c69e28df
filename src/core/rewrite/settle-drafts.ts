import type { Language } from '../syntax/languages.ts';
import type { Span } from '../text/span.ts';
import { brokenGroups, groupsInDoubt } from './broken-groups.ts';
import type { Code, Group } from './code.ts';
import type { Reading } from './code-node.ts';
import { carryOut, type Draft, type Outcome, type PlacedGroup } from './draft.ts';
import { hasParentheses } from './expressions.ts';

/** Reads a text, for as long as it is used. */
export type Read = <T>(text: string, use: (reading: Reading) => T) => T;

export type Settled = Outcome & {
  /** Places that are left alone because what was to be put there would be read otherwise. */
  readonly misread: readonly Span[];
};

/** So often the text is read at most; each time costs as much as the first. */
const MOST_ROUNDS = 8;
/** So often only the innermost groups get parentheses, which may be all that the outer ones need. */
const CAREFUL_ROUNDS = 4;

/** Carries out drafts so that each group stays a whole, with parentheses where it takes them. */
export function settleDrafts(
  text: string,
  drafts: readonly Draft[],
  { language, before, read }: { language: Language; before: Reading; read: Read },
): Settled {
  if (!hasParentheses(language)) return { ...carryOut(text, drafts), misread: [] };
  const parenthesised = new Set<Group>();
  const asGiven = new Set<Draft>();
  // Broken code is for the syntax check to judge.
  const unclear = new Set<Draft>();
  const misread = new Set<Draft>();
  const parenthesise = ({ group, draft, start, end }: PlacedGroup, current: Outcome, after: Reading) => {
    parenthesised.add(group);
    const hasError = after.around({ start: Math.max(start - 1, 0), end: end + 1 }).hasError;
    const isBroken = hasError || (hasErrors(current.text, after) && !hasErrors(text, before));
    if (isBroken || before.around(draft.span).hasError) unclear.add(draft);
  };
  const giveUp = ({ draft }: PlacedGroup) => {
    for (const group of groupsIn(draft.code)) parenthesised.delete(group);
    (unclear.has(draft) ? asGiven : misread).add(draft);
  };
  const outcome = () => {
    const kept = drafts.filter((draft) => !misread.has(draft));
    return { ...carryOut(text, kept, parenthesised), misread: [...misread].map(({ span }) => span) };
  };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const current = outcome();
    const inDoubt = groupsInDoubt(current, before, language).filter(({ draft }) => !asGiven.has(draft));
    if (inDoubt.length === 0) return current;
    const isSettled = read(current.text, (after) => {
      const broken = brokenGroups(inDoubt, current.text, after);
      for (const placed of round < CAREFUL_ROUNDS ? innermost(broken) : innerOfTwins(broken)) {
        const isLastRound = round >= MOST_ROUNDS - 2;
        if (placed.isParenthesised || isLastRound) giveUp(placed);
        else parenthesise(placed, current, after);
      }
      return broken.length === 0;
    });
    if (isSettled) return current;
  }
  return outcome();
}

function hasErrors({ length }: string, reading: Reading): boolean {
  return reading.around({ start: 0, end: length }).hasError;
}

function groupsIn(code: Code): Group[] {
  return code.flatMap(({ opens }) => opens ?? []);
}

/** Of groups in the order of their starts, those in which there is no other. */
function innermost(groups: readonly PlacedGroup[]): PlacedGroup[] {
  return groups.filter(({ end }, i) => !(groups[i + 1] && groups[i + 1]!.start < end));
}

/** Without those that hold nothing but another one. */
function innerOfTwins(groups: readonly PlacedGroup[]): PlacedGroup[] {
  return groups.filter(({ start, end }, i) => groups[i + 1]?.start !== start || groups[i + 1]?.end !== end);
}

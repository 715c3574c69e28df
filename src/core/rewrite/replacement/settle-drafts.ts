import type { Language } from '../../languages/index.ts';
import type { Span } from '../../text/span.ts';
import type { Reading } from '../pattern/code-node.ts';
import { hasParentheses } from '../pattern/expressions.ts';
import { brokenGroups, groupsInDoubt } from './broken-groups.ts';
import type { Code, Group } from './code.ts';
import { carryOut, type Draft, type Outcome, type PlacedGroup } from './draft.ts';

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

type Given = { readonly language: Language; readonly before: Reading; readonly read: Read };

/** Carries out drafts so that each group stays a whole, with parentheses where it takes them. */
export function settleDrafts(
  text: string,
  drafts: readonly Draft[],
  { language, before, read }: Given,
): Settled {
  if (!hasParentheses(language)) return { ...carryOut(text, drafts), misread: [] };
  const remedies = createRemedies(text, drafts, before);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const current = remedies.outcome();
    const inDoubt = groupsInDoubt(current, before, language).filter(remedies.mayHelp);
    if (inDoubt.length === 0) return current;
    const broken = read(current.text, (after) => {
      const found = brokenGroups(inDoubt, current.text, after);
      for (const placed of round < CAREFUL_ROUNDS ? innermost(found) : innerOfTwins(found)) {
        if (placed.isParenthesised || round >= MOST_ROUNDS - 2) remedies.giveUp(placed);
        else remedies.parenthesise(placed, current, after);
      }
      return found;
    });
    if (broken.length === 0) return current;
  }
  return remedies.outcome();
}

type Remedies = {
  /** The text with all that was done so far. */
  outcome(): Settled;
  mayHelp(placed: PlacedGroup): boolean;
  parenthesise(placed: PlacedGroup, current: Outcome, after: Reading): void;
  giveUp(placed: PlacedGroup): void;
};

function createRemedies(text: string, drafts: readonly Draft[], before: Reading): Remedies {
  const parenthesised = new Set<Group>();
  const misread = new Set<Draft>();
  // Broken code is carried out as it was given: the syntax check will judge it.
  const unclear = new Set<Draft>();
  const asGiven = new Set<Draft>();
  return {
    outcome() {
      const kept = drafts.filter((draft) => !misread.has(draft));
      return { ...carryOut(text, kept, parenthesised), misread: [...misread].map(({ span }) => span) };
    },
    mayHelp: ({ draft }) => !asGiven.has(draft),
    parenthesise({ group, draft, start, end }, current, after) {
      parenthesised.add(group);
      const hasError = after.around({ start: Math.max(start - 1, 0), end: end + 1 }).hasError;
      const isBroken = hasError || (hasErrors(current.text, after) && !hasErrors(text, before));
      if (isBroken || before.around(draft.span).hasError) unclear.add(draft);
    },
    giveUp({ draft }) {
      for (const group of groupsIn(draft.code)) parenthesised.delete(group);
      (unclear.has(draft) ? asGiven : misread).add(draft);
    },
  };
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

import type { Language } from '../../languages/index.ts';
import type { Span } from '../../text/span.ts';
import type { ParsedText } from '../pattern/code-node.ts';
import { hasParentheses } from '../pattern/expressions.ts';
import { brokenGroups, groupsInDoubt } from './broken-groups.ts';
import type { Code, CodeGroup } from './code.ts';
import { applyDrafts, type CodeDraft, type DraftedText, type PlacedGroup } from './draft.ts';

/** Parses a text and passes the result to `use`; it is invalid afterwards. */
export type ParseText = <T>(text: string, use: (parsed: ParsedText) => T) => T;

export type ParenthesizedText = DraftedText & {
  /** Places that stay unchanged because the new code would be parsed differently there. */
  readonly wouldChangeMeaning: readonly Span[];
};

/** Each round parses the text once. */
const MAX_ROUNDS = 8;
/** In the first rounds only the innermost groups get parentheses, since that often suffices for the outer ones. */
const CAREFUL_ROUNDS = 4;

type Parsing = { readonly language: Language; readonly before: ParsedText; readonly parse: ParseText };

/** Applies drafts so that each group stays one expression, with parentheses where they are needed. */
export function parenthesizeDrafts(
  text: string,
  drafts: readonly CodeDraft[],
  { language, before, parse }: Parsing,
): ParenthesizedText {
  if (!hasParentheses(language)) return { ...applyDrafts(text, drafts), wouldChangeMeaning: [] };
  const parenthesizer = new Parenthesizer(text, drafts, before);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const current = parenthesizer.result();
    const inDoubt = groupsInDoubt(current, before, language).filter((placed) => parenthesizer.mayFix(placed));
    if (inDoubt.length === 0) return current;
    const isDone = parse(current.text, (after) => {
      const broken = brokenGroups(inDoubt, current.text, after);
      for (const placed of round < CAREFUL_ROUNDS ? innermost(broken) : withoutWrappers(broken)) {
        if (placed.isParenthesized || round >= MAX_ROUNDS - 2) parenthesizer.skip(placed);
        else parenthesizer.parenthesize(placed, current, after);
      }
      return broken.length === 0;
    });
    if (isDone) return current;
  }
  return parenthesizer.result();
}

/** Decides which groups get parentheses and which drafts are not applied. */
class Parenthesizer {
  readonly #text: string;
  readonly #drafts: readonly CodeDraft[];
  readonly #before: ParsedText;
  readonly #parenthesized = new Set<CodeGroup>();
  readonly #skipped = new Set<CodeDraft>();
  /** Drafts in or next to syntax errors, of which the parser cannot say what they mean. */
  readonly #unclear = new Set<CodeDraft>();
  /** Applied without parentheses: the syntax check decides about them. */
  readonly #asGiven = new Set<CodeDraft>();

  constructor(text: string, drafts: readonly CodeDraft[], before: ParsedText) {
    this.#text = text;
    this.#drafts = drafts;
    this.#before = before;
  }

  result(): ParenthesizedText {
    const kept = this.#drafts.filter((draft) => !this.#skipped.has(draft));
    const wouldChangeMeaning = [...this.#skipped].map(({ span }) => span);
    return { ...applyDrafts(this.#text, kept, this.#parenthesized), wouldChangeMeaning };
  }

  mayFix({ draft }: PlacedGroup): boolean {
    return !this.#asGiven.has(draft);
  }

  parenthesize({ group, draft, start, end }: PlacedGroup, current: DraftedText, after: ParsedText): void {
    this.#parenthesized.add(group);
    const hasError = after.around({ start: Math.max(start - 1, 0), end: end + 1 }).hasError;
    const isBroken = hasError || (hasErrors(current.text, after) && !hasErrors(this.#text, this.#before));
    if (isBroken || this.#before.around(draft.span).hasError) this.#unclear.add(draft);
  }

  skip({ draft }: PlacedGroup): void {
    for (const group of groupsIn(draft.code)) this.#parenthesized.delete(group);
    (this.#unclear.has(draft) ? this.#asGiven : this.#skipped).add(draft);
  }
}

function hasErrors({ length }: string, parsed: ParsedText): boolean {
  return parsed.around({ start: 0, end: length }).hasError;
}

function groupsIn(code: Code): CodeGroup[] {
  return code.flatMap(({ opens }) => opens ?? []);
}

/** The groups, ordered by their starts, that contain no other. */
function innermost(groups: readonly PlacedGroup[]): PlacedGroup[] {
  return groups.filter(({ end }, i) => !(groups[i + 1] && groups[i + 1]!.start < end));
}

/** The groups without those that contain exactly another one. */
function withoutWrappers(groups: readonly PlacedGroup[]): PlacedGroup[] {
  return groups.filter(({ start, end }, i) => groups[i + 1]?.start !== start || groups[i + 1]?.end !== end);
}

import { applyEdits } from '../../core/edit/apply-edits.ts';
import { sortEdits, type TextEdit } from '../../core/edit/text-edit.ts';
import { ToolError } from '../../core/errors.ts';
import { languageOfFile } from '../../core/languages/find-language.ts';
import { type Language, languages } from '../../core/languages/index.ts';
import { newIssues } from '../../core/syntax/new-issues.ts';
import { describeIssue, type SyntaxIssue } from '../../core/syntax/syntax-issue.ts';
import type { Document } from '../../core/text/document/document.ts';
import type { Syntax } from '../../ports/syntax.ts';
import type { SyntaxRemark } from './change.ts';

/**
 * What a syntax error that an edit would bring leads to. `auto`: it is refused where the place was not quoted exactly,
 * and reported otherwise.
 */
export type SyntaxPolicy = 'auto' | 'off' | 'warn' | 'reject';

export type EditedText = {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** In the order of the text before. */
  readonly edits: readonly TextEdit[];
};

/** Larger files would take their parser longer than anyone waits. */
const MAX_CHARACTERS = 1_500_000;

export type SyntaxGate = {
  /** Whether a new error in this file, made in this way, would be refused. */
  mayRefuse(isFuzzy: boolean): boolean;
  /** Counts the errors that a document would have after edits; undefined if it is not checked. */
  counterFor(
    path: string,
    document: Document,
    signal?: AbortSignal,
  ): (edits: readonly TextEdit[]) => Promise<number | undefined>;
  /** Throws if the edit is refused. */
  pass(edited: EditedText, isFuzzy: boolean, signal?: AbortSignal): Promise<SyntaxRemark | undefined>;
};

export function createSyntaxGate(syntax: Syntax, policy: SyntaxPolicy): SyntaxGate {
  const mayRefuse = (isFuzzy: boolean) => policy === 'reject' || (policy === 'auto' && isFuzzy);
  return {
    mayRefuse,
    counterFor(path, document, signal) {
      return async (edits) => {
        if (policy === 'off') return undefined;
        const { text } = applyEdits(document, sortEdits(edits));
        const language = languageOfFile(path, text);
        if (language === undefined || text.length > MAX_CHARACTERS) return undefined;
        const checked = await syntax.check({ language, text, all: true }, signal);
        return checked.outcome === 'checked' ? checked.issues.length : undefined;
      };
    },
    async pass(edited, isFuzzy, signal) {
      if (policy === 'off' || edited.edits.length === 0) return undefined;
      const language = languageOfFile(edited.path, edited.after);
      if (language === undefined) return undefined;
      if (edited.after.length > MAX_CHARACTERS)
        return notChecked(`the file has more than ${MAX_CHARACTERS} characters`);
      const found = await findNewIssues(syntax, language, edited, signal);
      if ('reason' in found) return notChecked(found.reason);
      const [nearest] = found.issues;
      if (!nearest) return undefined;
      const { endLine: _, ...issue } = nearest;
      const isRefused = mayRefuse(isFuzzy) && languages[language].verdict === 'reject';
      if (isRefused) throw refusal(edited, issue);
      return { kind: 'error', text: warningText(edited, issue, language), issue };
    },
  };
}

type Found = { readonly issues: readonly SyntaxIssue[] } | { readonly reason: string };

/** A text without mistakes needs no comparison with what it was before, and most texts have none. */
async function findNewIssues(
  syntax: Syntax,
  language: Language,
  { before, after, edits }: EditedText,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const check = async (text: string, all: boolean): Promise<Found> => {
    const checked = await syntax.check({ language, text, all }, signal);
    return checked.outcome === 'checked' ? checked : { reason: checked.reason };
  };
  const compared = (known: readonly SyntaxIssue[], found: readonly SyntaxIssue[]): Found => ({
    issues: newIssues({
      text: before,
      edits,
      before: known,
      after: found,
      verdict: languages[language].verdict,
    }),
  });
  const found = await check(after, false);
  if ('reason' in found || found.issues.length === 0) return found;
  const known = await check(before, false);
  if ('reason' in known) return known;
  if (known.issues.length === 0 || before === '') return compared([], found.issues);
  const [allKnown, all] = [await check(before, true), await check(after, true)];
  if ('reason' in allKnown) return allKnown;
  return 'reason' in all ? all : compared(allKnown.issues, all.issues);
}

function refusal({ path, after }: EditedText, issue: SyntaxIssue): ToolError {
  return new ToolError(
    'SYNTAX_ERROR',
    `Edit would create syntax error:\n${describeIssue(issue, after)}\nEdit NOT applied.`,
    { path, ...issue },
    'The line number is that of the file as it would be. Correct the new text and call again.',
  );
}

function warningText({ after }: EditedText, issue: SyntaxIssue, language: Language): string {
  const { title, verdict } = languages[language];
  const doubt = verdict === 'warn' ? ` The ${title} parser is sometimes wrong about such code.` : '';
  return (
    `Warning: this edit creates a syntax error:\n${describeIssue(issue, after)}\n` +
    `Unless that is meant, correct it with another edit or undo this one.${doubt}`
  );
}

function notChecked(reason: string): SyntaxRemark {
  return { kind: 'not-checked', text: `Syntax not checked: ${reason}.` };
}

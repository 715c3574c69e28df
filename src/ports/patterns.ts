import type { TextEdit } from '../core/edit/text-edit.ts';
import type { Language } from '../core/languages/index.ts';
import type { Span } from '../core/text/span.ts';

export type RewriteRequest = {
  readonly language: Language;
  readonly pattern: string;
  /** Its metavariables must all be in the pattern. */
  readonly rewrite: string;
  readonly texts: readonly string[];
};

export type RewrittenText =
  | {
      readonly edits: readonly TextEdit[];
      /** How many matches were rewritten: one inside another counts too. */
      readonly places: number;
      /** What stands, beside all that the pattern says, in places that were left alone so as not to drop it. */
      readonly surplus: readonly Span[];
      /** Places that were left alone because the rewritten code would run together with the code around it. */
      readonly misread: readonly Span[];
    }
  /** The parser crashed on this text or took too long. */
  | { readonly failure: string };

/** Why a pattern cannot be used in a language. */
export type PatternProblem = {
  readonly reason: 'no-patterns' | 'syntax' | 'several' | 'anything' | 'not-a-node';
  /** What in the pattern it is about. */
  readonly about?: string;
};

export type RewriteAnswer =
  | {
      readonly outcome: 'rewritten';
      /** What the grammar calls that which the pattern describes. */
      readonly nodeType: string;
      readonly texts: readonly RewrittenText[];
    }
  | { readonly outcome: 'bad-pattern'; readonly problem: PatternProblem };

/** Rewrites code by patterns of syntax. With no texts it only tells whether the pattern can be used. */
export interface Patterns {
  rewrite(request: RewriteRequest, signal?: AbortSignal): Promise<RewriteAnswer>;
  close(): Promise<void>;
}

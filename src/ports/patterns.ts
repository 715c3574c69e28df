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
      /** The number of rewritten matches, those inside others included. */
      readonly places: number;
      /** Code that the pattern does not describe, in places that stay unchanged so that it is not dropped. */
      readonly unmatchedCode: readonly Span[];
      /** Places that stay unchanged because the code around them would change the meaning of the rewritten code. */
      readonly wouldChangeMeaning: readonly Span[];
    }
  /** The parser crashed on this text or took too long. */
  | { readonly failure: string };

/** Why a pattern cannot be used in a language. */
export type PatternProblem = {
  readonly reason: 'no-patterns' | 'syntax' | 'several' | 'anything' | 'not-a-node';
  /** The part of the pattern that it is about. */
  readonly about?: string;
};

export type RewriteAnswer =
  | {
      readonly outcome: 'rewritten';
      /** The grammar's name for what the pattern describes. */
      readonly nodeType: string;
      readonly texts: readonly RewrittenText[];
    }
  | { readonly outcome: 'bad-pattern'; readonly problem: PatternProblem };

/** Rewrites code by patterns of syntax. With no texts it only reports whether the pattern can be used. */
export interface Patterns {
  rewrite(request: RewriteRequest, signal?: AbortSignal): Promise<RewriteAnswer>;
  close(): Promise<void>;
}

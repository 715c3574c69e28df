import type { Language } from '../core/languages/index.ts';
import type { SyntaxIssue } from '../core/syntax/syntax-issue.ts';

export type SyntaxCheck =
  | { readonly outcome: 'checked'; readonly issues: readonly SyntaxIssue[] }
  /** The parser is missing, crashed or timed out. */
  | { readonly outcome: 'not-checked'; readonly reason: string };

export type SyntaxRequest = {
  readonly language: Language;
  readonly text: string;
  /** Find every error, even if the faster parser stops at the first. */
  readonly all?: boolean;
};

/** Checks source for syntax errors. Never throws; a crashing parser does not affect the caller. */
export type Syntax = {
  check(request: SyntaxRequest, signal?: AbortSignal): Promise<SyntaxCheck>;
  close(): Promise<void>;
};

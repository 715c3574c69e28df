import type { Language } from '../core/languages/index.ts';
import type { SyntaxIssue } from '../core/syntax/syntax-issue.ts';

export type SyntaxCheck =
  | { readonly outcome: 'checked'; readonly issues: readonly SyntaxIssue[] }
  /** The parser is missing, crashed or took too long: that says nothing about the text. */
  | { readonly outcome: 'not-checked'; readonly reason: string };

export type SyntaxRequest = {
  readonly language: Language;
  readonly text: string;
  /** Find every mistake, also where the quicker parser stops at the first. */
  readonly all?: boolean;
};

/** Whoever reads programs: it never throws and never takes the caller down with it. */
export type Syntax = {
  check(request: SyntaxRequest, signal?: AbortSignal): Promise<SyntaxCheck>;
  close(): Promise<void>;
};

import type { BlockStyle } from './block-styles.ts';
import type { PatternRules } from './pattern-rules.ts';

/** All that Corvid knows about a language. */
export type LanguageRecord = {
  readonly title: string;
  /** Other names that people use. */
  readonly aliases?: readonly string[];
  readonly extensions: readonly string[];
  /** Whole file names that decide more than their extension. */
  readonly fileNames?: RegExp;
  /** What a `#!` line names. */
  readonly interpreters?: RegExp;
  /** What a new syntax error leads to: only a parser that is always right may refuse an edit. */
  readonly verdict: Verdict;
  readonly checker: Checker;
  /** Finds all errors of a text, where `checker` stops at the first one. */
  readonly thoroughChecker?: Checker;
  /** The grammar for tree-sitter, by its name in the package tree-sitter-wasm. */
  readonly grammar: string;
  readonly blocks: BlockStyle;
  /** How patterns of `edit` are read; absent if there are none. */
  readonly patterns?: PatternRules;
  /** The language that this one is a dialect of: a call for that language includes its files. */
  readonly dialectOf?: string;
  /** The language with which one pattern may be meant for both; by default, only for this one. */
  readonly sharesPatternsWith?: string;
  /** Extensions of another language whose files are in this one if the caller names it. */
  readonly sharedExtensions?: readonly string[];
};

export type Verdict = 'reject' | 'warn';

/** The parser that finds syntax errors; adapters/syntax has one file for each. */
export type Checker =
  | 'tree-sitter'
  | 'ruff'
  | 'oxc-jsx'
  | 'oxc-ts'
  | 'oxc-tsx'
  | 'oxc-dts'
  | 'json'
  | 'jsonc'
  | 'yaml'
  | 'toml';

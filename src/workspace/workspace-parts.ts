import type { Policy } from '../core/match/cascade.ts';
import type { Charsets } from '../core/text/charsets.ts';
import type { Files } from '../ports/files.ts';
import type { History } from '../ports/history.ts';
import type { Patterns } from '../ports/patterns.ts';
import type { Syntax } from '../ports/syntax.ts';
import type { PathRules } from './path-rules.ts';
import type { SyntaxPolicy } from './syntax-gate.ts';
import type { TerminalSessions } from './terminal-sessions.ts';

export type Limits = {
  /** Larger files are not edited. */
  readonly fileBytes: number;
  /** A view is cut there. */
  readonly viewCharacters: number;
};

export type WorkspaceParts = {
  readonly files: Files;
  readonly history: History;
  readonly charsets: Charsets;
  readonly rules: PathRules;
  readonly limits: Limits;
  /** The encoding of files whose bytes do not tell. */
  readonly encoding: string | undefined;
  /** How much a quotation may differ from what it quotes. */
  readonly matching: Policy;
  readonly syntax: Syntax;
  readonly syntaxPolicy: SyntaxPolicy;
  readonly patterns: Patterns;
  readonly terminals: TerminalSessions;
};

import type { Policy } from '../core/match/policy.ts';
import type { PathPolicy } from '../core/paths/path-policy.ts';
import type { Masker } from '../core/secrets/masker.ts';
import type { Charsets } from '../core/text/document/charsets.ts';
import type { Files } from '../ports/files.ts';
import type { History } from '../ports/history.ts';
import type { Locks } from '../ports/locks.ts';
import type { Syntax } from '../ports/syntax.ts';
import type { SyntaxPolicy } from './changing/syntax-gate.ts';
import type { ClientCheckpoints } from './client-checkpoints.ts';

export type Limits = {
  /** Larger files are not edited. */
  readonly fileBytes: number;
  /** A view is cut there. */
  readonly viewCharacters: number;
};

export type WorkspaceParts = {
  readonly files: Files;
  readonly history: History;
  readonly locks: Locks;
  /** Records each change together with the others of its call. */
  readonly checkpoints: ClientCheckpoints;
  readonly charsets: Charsets;
  readonly rules: PathPolicy;
  readonly limits: Limits;
  /** The encoding of files whose bytes do not determine it. */
  readonly encoding: string | undefined;
  /** How much a quotation may differ from what it quotes. */
  readonly matching: Policy;
  readonly syntax: Syntax;
  readonly syntaxPolicy: SyntaxPolicy;
  /** Whether a file may be read although it is outside the roots, as the whole output of a command. */
  readonly isReadableAnyway: (path: string) => boolean;
  /** Every change is a dry run. */
  readonly preview: boolean;
  /** Replaces the secrets in what leaves. */
  readonly masker: Masker;
};

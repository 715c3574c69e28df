import { isEncodingName } from './adapters/charsets/encoding-name.ts';
import { meantName } from './core/text/nearest-name.ts';
import type { TerminalOptions } from './open-terminals.ts';
import type { Files } from './ports/files.ts';
import type { History } from './ports/history.ts';
import type { Syntax } from './ports/syntax.ts';

export type WorkspaceOptions = TerminalOptions & {
  /** Folders that the tools may touch. Default: the working directory. */
  roots?: readonly string[];
  /** Let the tools touch every path. */
  allowAnywhere?: boolean;
  readOnly?: boolean;
  /**
   * Globs in the syntax of `.gitignore` of paths that are neither read nor written, beside those that are denied by
   * default (`.env`, private keys, `~/.ssh` …). `!GLOB` makes an exception; the last one that matches decides.
   */
  deny?: readonly string[];
  /** Globs of paths that are not denied after all. */
  allowRead?: readonly string[];
  /** Globs of paths that may be written although other programs run or obey them (`.git`, `.vscode`, `.mcp.json` …). */
  unprotect?: readonly string[];
  /** Where the history is kept. Default: `$XDG_STATE_HOME/corvid` or `~/.local/state/corvid`. */
  stateDirectory?: string;
  /** The encoding of files whose bytes do not tell, such as `windows-1251`. */
  encoding?: string;
  /**
   * How much a quotation may differ from the text that it means: `exact`, `safe` (default: all that only one place
   * can be meant by), or `permissive`, which can edit the wrong place.
   */
  matching?: 'exact' | 'safe' | 'permissive';
  /**
   * What happens to an edit that would bring a syntax error into a file. `auto` (default): it is refused where the place
   * was not quoted exactly, and told otherwise; `warn`: always told; `reject`: always refused; `off`: not looked for.
   */
  syntax?: 'auto' | 'off' | 'warn' | 'reject';
  /** Larger files are not edited. Default: 10 MB. */
  maxFileBytes?: number;
  /** A view is cut there. Default: 16,000. */
  maxViewCharacters?: number;
  /** How many edits of a file can be undone. Default: 10. */
  historyEntries?: number;
  /** How large the history of all files may become. Default: 256 MiB. */
  historyBytes?: number;
  /** Another place for files than the disk. */
  files?: Files;
  /** Another place for the history than the disk. */
  history?: History;
  /** Another reader of programs than the built-in parsers. */
  syntaxChecker?: Syntax;
  /** Tools run as ever and nothing is written: to find out what an edit would do. */
  preview?: boolean;
};

/** What an option takes, in words, and whether a value is that. */
type Rule = { readonly takes: string; fits(value: unknown): boolean };

const flag: Rule = { takes: 'true or false', fits: (value) => typeof value === 'boolean' };
const text: Rule = { takes: 'a text', fits: (value) => typeof value === 'string' };
const texts: Rule = {
  takes: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every(text.fits),
};
const amount: Rule = { takes: 'a number above 0', fits: (value) => typeof value === 'number' && value > 0 };
const object: Rule = { takes: 'an object', fits: (value) => typeof value === 'object' && value !== null };

function oneOf(...words: readonly string[]): Rule {
  return { takes: `one of ${words.join(', ')}`, fits: (value) => words.includes(value as string) };
}

const rules: Record<keyof WorkspaceOptions, Rule> = {
  roots: texts,
  allowAnywhere: flag,
  readOnly: flag,
  deny: texts,
  allowRead: texts,
  unprotect: texts,
  stateDirectory: text,
  encoding: {
    takes: 'the name of an encoding, such as windows-1251 or shift_jis',
    fits: (value) => typeof value === 'string' && isEncodingName(value),
  },
  matching: oneOf('exact', 'safe', 'permissive'),
  syntax: oneOf('auto', 'off', 'warn', 'reject'),
  maxFileBytes: amount,
  maxViewCharacters: amount,
  historyEntries: amount,
  historyBytes: amount,
  files: object,
  history: object,
  syntaxChecker: object,
  preview: flag,
  terminal: oneOf('pty', 'tmux'),
  secrets: object,
  passEnvironment: texts,
  maxOutputCharacters: amount,
  maxOutputFileBytes: amount,
  softTimeoutSeconds: amount,
};

/** Throws for the first option that does not exist, or that does not take its value. */
export function checkOptions(options: WorkspaceOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name)) throw unknownOption(name);
    const { takes, fits } = rules[name as keyof WorkspaceOptions];
    if (value !== undefined && !fits(value))
      throw new TypeError(`Invalid option \`${name}\`: ${shown(value)}. It takes ${takes}.`);
  }
}

function unknownOption(name: string): TypeError {
  const known = Object.keys(rules);
  return new TypeError(
    `Unknown option \`${name}\`${meantName(name, known)} openWorkspace takes: ${known.join(', ')}.`,
  );
}

function shown(value: unknown): string {
  return typeof value === 'string'
    ? `'${value}'`
    : Array.isArray(value)
      ? `[${value.join(', ')}]`
      : String(value);
}

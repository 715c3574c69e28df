import type { Flag, Flags } from '../flags.ts';
import { type Row, twoColumns, wrapped } from './two-columns.ts';

/** The help text of a command. */
export type Help = {
  readonly usage: string;
  readonly about: string;
  readonly sections: readonly Section[];
};

/** Rows under a title, or a paragraph. */
export type Section = { readonly title: string; readonly rows: readonly Row[] } | string;

export type CommandDescription = {
  readonly name: string;
  readonly usage: string;
  /** Fits on one line of the overview. */
  readonly summary: string;
  readonly flags: Flags;
};

const DEFAULT_WIDTH = 80;
const MIN_WIDTH = 40;
const MAX_WIDTH = 100;

/** Fits a terminal of 80 × 24 with the prompts above and below it. */
export function overview(version: string, commands: readonly CommandDescription[]): string {
  return `corvid ${version}: exact file edits, undo and a shell for coding agents

First steps:
  corvid demo              watch it work, in a temporary folder
  corvid install <client>  add it to Claude Code, Codex, Cursor, Zed, …
  corvid doctor            check your setup

Commands:
${twoColumns(
  commands.map(({ name, summary }) => [name, summary]),
  DEFAULT_WIDTH,
)}

\`corvid <command> --help\` shows options. On a pipe, \`corvid\` is \`corvid mcp\`.
Exit codes: 0 success, 1 refused or failed, 2 wrong usage; acp: the agent's own.`;
}

export function basicHelp({ usage, summary, flags }: CommandDescription): Help {
  const about = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return { usage, about, sections: [{ title: 'Options', rows: flagRows(flags) }] };
}

export function flagRows(flags: Flags): Row[] {
  return Object.entries(flags).map(([name, flag]) => [flagName(name, flag), flag.help]);
}

/** Wrapped to the terminal's width, within limits. */
export function renderHelp({ usage, about, sections }: Help, columns = DEFAULT_WIDTH): string {
  const width = Math.min(Math.max(columns, MIN_WIDTH), MAX_WIDTH);
  const paragraph = (text: string) => wrapped(text, width).join('\n');
  const shown = sections.map((section) =>
    typeof section === 'string'
      ? paragraph(section)
      : `${section.title}:\n${twoColumns(section.rows, width)}`,
  );
  return [usage, paragraph(about), ...shown].join('\n\n');
}

function flagName(name: string, { short, value }: Flag): string {
  return `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
}

import type { Flag, Flags } from '../flags.ts';
import { type Row, twoColumns, wrapped } from './two-columns.ts';

/** What is told about a command. */
export type Help = {
  readonly usage: string;
  readonly about: string;
  readonly sections: readonly Section[];
};

/** Rows under a title, or a paragraph. */
export type Section = { readonly title: string; readonly rows: readonly Row[] } | string;

/** What a command says of itself. */
export type Described = {
  readonly name: string;
  readonly usage: string;
  /** Short enough for one line of the overview. */
  readonly summary: string;
  readonly flags: Flags;
};

const USUAL_WIDTH = 80;
const NARROWEST = 40;
const WIDEST = 100;

/** Fits a terminal of 80 × 24 together with the prompts above and below it. */
export function overview(version: string, commands: readonly Described[]): string {
  return `corvid ${version}: exact file edits, undo and a shell for coding agents

First steps:
  corvid demo              watch it work, in a temporary folder
  corvid install <client>  enter it in Claude Code, Codex, Cursor, Zed, …
  corvid doctor            check that all it needs is there

Commands:
${twoColumns(
  commands.map(({ name, summary }) => [name, summary]),
  USUAL_WIDTH,
)}

\`corvid <command> --help\` tells more. On a pipe, \`corvid\` alone is \`corvid mcp\`.
Exit codes: 0 done, 1 refused or failed, 2 called wrongly; acp: the agent's own.`;
}

export function basicHelp({ usage, summary, flags }: Described): Help {
  const about = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return { usage, about, sections: [{ title: 'Options', rows: flagRows(flags) }] };
}

export function flagRows(flags: Flags): Row[] {
  return Object.entries(flags).map(([name, flag]) => [flagName(name, flag), flag.help]);
}

/** As wide as the terminal, within reason. */
export function shownHelp({ usage, about, sections }: Help, columns = USUAL_WIDTH): string {
  const width = Math.min(Math.max(columns, NARROWEST), WIDEST);
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

import type { Span } from '../../text/span.ts';

/** Code that must stay a whole wherever it is put: a rewritten place, or what a metavariable stands for. */
export type Group = {
  readonly kind: 'place' | 'capture';
  /** Where its code comes from, or what it replaces. */
  readonly from: Span;
  /** Nothing around can join it. */
  readonly isClosed?: boolean;
};

/** A piece of code. Lines inside strings are content: they do not move with the indentation around them. */
export type Piece = {
  readonly text: string;
  readonly isFixed: boolean;
  /** Without text: here a group begins or ends. */
  readonly opens?: Group;
  readonly closes?: Group;
};
export type Code = readonly Piece[];

export function textOfCode(code: Code): string {
  return code.map(({ text }) => text).join('');
}

export function grouped(code: Code, group: Group): Code {
  const bound = { text: '', isFixed: false };
  return [{ ...bound, opens: group }, ...code, { ...bound, closes: group }];
}

/** The code with its lines, except the one in which it begins, moved from one indentation to another. */
export function reindent(code: Code, from: string, to: string): Code {
  if (from === to) return code;
  const moved = (text: string) =>
    text.replace(/\n([ \t]*)(?=\S|$)/g, (line, indent: string) =>
      indent.startsWith(from) ? `\n${to}${indent.slice(from.length)}` : line,
    );
  return code.map((piece) => (piece.isFixed ? piece : { ...piece, text: moved(piece.text) }));
}

/** The least indentation of the lines after the first; undefined if there is only one line. */
export function indentOfFollowingLines(text: string): string | undefined {
  const indents = [...text.matchAll(/\n([ \t]*)(?=\S)/g)].map(([, indent]) => indent!);
  return indents.sort((a, b) => a.length - b.length)[0];
}

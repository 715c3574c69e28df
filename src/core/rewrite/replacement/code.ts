import type { Span } from '../../text/span.ts';

/** Code that must stay one expression in its new place: a rewritten match, or what a metavariable captured. */
export type CodeGroup = {
  readonly kind: 'place' | 'capture';
  /** The source of its code, or what it replaces. */
  readonly from: Span;
  /** The code around cannot join it. */
  readonly isClosed?: boolean;
};

/** A piece of code. Lines inside strings are content: they keep their indentation. */
export type CodePiece = {
  readonly text: string;
  readonly isFixed: boolean;
  /** A piece without text marks where a group begins or ends. */
  readonly opens?: CodeGroup;
  readonly closes?: CodeGroup;
};
export type Code = readonly CodePiece[];

export function grouped(code: Code, group: CodeGroup): Code {
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

/** The smallest indentation of the lines after the first; undefined if there is only one line. */
export function indentOfFollowingLines(text: string): string | undefined {
  const indents = [...text.matchAll(/\n([ \t]*)(?=\S)/g)].map(([, indent]) => indent!);
  return indents.sort((a, b) => a.length - b.length)[0];
}

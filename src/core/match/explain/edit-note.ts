/**
 * What was guessed about one line, in a few words. `matched`: how the place was found. `misquoted`: the file's own text
 * was kept. `skipped`: a line that was not quoted was kept. `deleted`, `replaced`: a line that was not quoted was not kept.
 * `repaired`: a slip of the caller was corrected. `reindented`: the new text was moved. `present`: the file has it already.
 * `merged`: the file has changed since it was shown.
 */
export type EditNoteKind =
  | 'matched'
  | 'misquoted'
  | 'skipped'
  | 'deleted'
  | 'replaced'
  | 'repaired'
  | 'reindented'
  | 'present'
  | 'merged';

export type EditNote = {
  /** From 1, in the file before the edit. */
  readonly line: number;
  readonly kind: EditNoteKind;
  readonly text: string;
};

const MAX_QUOTED = 60;

/** A line of code inside a sentence, cut if it is long. */
export function quotedLine(line: string): string {
  const text = line.trim();
  return `\`${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}\``;
}

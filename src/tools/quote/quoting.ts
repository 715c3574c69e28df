import { withoutEnding } from '../../core/text/lines.ts';

/** What a refusal is about: the file, the quoted text, and the name of its parameter. */
export type Quoting = {
  readonly path: string;
  readonly text: string;
  readonly quoted: string;
  readonly name: string;
  /** The tool can replace all places at once. */
  readonly takesReplaceAll?: boolean;
};

const MAX_COPIED_CHARACTERS = 2000;

/** Text of the file for the caller to copy, cut at a line end. */
export function copied(text: string): string {
  const body = withoutEnding(text).replaceAll('\r\n', '\n');
  if (body.length <= MAX_COPIED_CHARACTERS) return body;
  const lineEnd = body.lastIndexOf('\n', MAX_COPIED_CHARACTERS);
  return `${body.slice(0, lineEnd > 0 ? lineEnd : MAX_COPIED_CHARACTERS)}\n…`;
}

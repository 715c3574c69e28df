import { indentOf, isBlank } from '../../text/indentation.ts';
import { lineEndAt, lineStartAt, withoutEnding } from '../../text/lines.ts';

const HEADING =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|async|abstract|final|override|virtual|inline|pub(?:\([a-z]+\))?|unsafe|extern|open|suspend|local)\s+)*(?:function\*?|class|interface|enum|struct|trait|impl|def|fn|func|fun|module|namespace|type|object|sub|procedure|contract|extension)\b.*|^\s*(?:[\w$<>[\],.*&:\s]+\s+)?[\w$~]+\s*\([^;]*\)\s*(?:const|override|noexcept|throws [\w, ]+|->\s*[^{]+|:\s*[^{]+)?\s*\{\s*$/;
const NOT_HEADING =
  /^\s*(?:if|for|while|switch|catch|else|do|try|with|return|elif|unless|until|match|when)\b/;
const MAX_LINES_BACK = 2000;
const MAX_CHARACTERS_BACK = 200_000;
const MAX_HEADING = 1000;

/** The heading of the function, class or the like that a place is in, as far as indentation and words show. */
export function enclosingHeading(text: string, offset: number): string | undefined {
  const earliest = offset > MAX_CHARACTERS_BACK ? lineEndAt(text, offset - MAX_CHARACTERS_BACK) : 0;
  const near = text.slice(Math.min(earliest, offset), offset);
  return headingBefore(near + text.slice(offset, offset + MAX_HEADING), near.length);
}

function headingBefore(text: string, offset: number): string | undefined {
  let start = lineStartAt(text, offset);
  let depth = indentOf(text.slice(start, lineEndAt(text, start))).length;
  for (let back = 0; back < MAX_LINES_BACK && start > 0; back++) {
    start = lineStartAt(text, start - 1);
    const line = withoutEnding(text.slice(start, lineEndAt(text, start)));
    if (isBlank(line) || indentOf(line).length >= depth) continue;
    depth = indentOf(line).length;
    if (isHeading(line)) return shortened(line.trim());
    if (depth === 0) return undefined;
  }
  return undefined;
}

/** Whether a line declares a function, a class or the like. */
export function isHeading(line: string): boolean {
  return line.length <= MAX_HEADING && HEADING.test(line) && !NOT_HEADING.test(line);
}

function shortened(heading: string): string {
  const text = heading.replace(/\s*[{:]\s*$/, '');
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

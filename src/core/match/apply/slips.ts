import { tokenize } from '../../text/tokens.ts';
import type { Alignment } from '../align/alignment.ts';
import type { LineTable } from '../align/line-table.ts';
import { slipsIn } from '../align/misspelling.ts';
import type { EditNote } from '../explain/edit-note.ts';
import { createQuotation, type Quotation } from '../quotation.ts';

/**
 * A name that the caller misspelt in a quoted line, and that the file does not have at all, is spelt as in the file, in
 * both texts: otherwise the new text would bring the slip into the file.
 */
export function withoutSlips(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
): { readonly quotation: Quotation; readonly notes: readonly EditNote[] } {
  const slips = new Map<string, { right: string; line: number }>();
  for (const [i, index] of alignment.entries()) {
    const quoted = quotation.oldLines[i]!;
    if (index === -1 || quoted.trim() === lines.trimmed(index)) continue;
    for (const [wrong, right] of slipsIn(quoted, lines.lineAt(index), lines.text))
      slips.set(wrong, { right, line: index + 1 });
  }
  if (slips.size === 0) return { quotation, notes: [] };
  const respelt = (text: string) =>
    tokenize(text)
      .map((word) => slips.get(word)?.right ?? word)
      .join('');
  const wrong = new Set(tokenize(quotation.newText));
  const notes = [...slips].flatMap(([word, { right, line }]): EditNote[] =>
    wrong.has(word)
      ? [
          {
            line,
            kind: 'repaired',
            text: `\`${word}\` is spelt \`${right}\` in line ${line}, and so in the new text`,
          },
        ]
      : [],
  );
  return { quotation: createQuotation(respelt(quotation.oldText), respelt(quotation.newText)), notes };
}

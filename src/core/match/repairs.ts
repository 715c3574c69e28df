import { isBlank } from '../text/indentation.ts';
import { decodedEntities, type Repair, unescaped, unescapedUnicode } from './escape-normalized.ts';
import { createQuotation, type Quotation } from './quotation.ts';

/** A code fence around the text. */
const unfenced: Repair = {
  name: 'repaired',
  mends: 'the code fence',
  mend: (text) => /^\s*```[^\n`]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1],
};

/** The line numbers of a view, in front of each line. */
const unnumbered: Repair = {
  name: 'repaired',
  mends: 'line numbers',
  mend: (text) => withoutPrefix(text, /^ *\d+(?:\t|: ?|\| ?| *→| {2,})/),
};

/** The marks of a diff, in front of each line. */
const undiffed: Repair = {
  name: 'repaired',
  mends: 'diff marks',
  mend: (text) => withoutPrefix(text, /^[ +-]/, /^[+-]/),
};

const repairs: readonly Repair[] = [
  unfenced,
  unnumbered,
  undiffed,
  unescaped,
  unescapedUnicode,
  decodedEntities,
];

export type Repaired = { readonly quotation: Quotation; readonly repair: Repair };

/** The quotation with one thing repaired in old and new alike, for each thing that its old text shows. */
export function repairedQuotations({ oldText, newText }: Quotation): Repaired[] {
  return repairs.flatMap((repair) => {
    const mended = repair.mend(oldText);
    if (mended === undefined || mended === oldText || mended.trim() === '') return [];
    return [{ repair, quotation: createQuotation(mended, repair.mend(newText) ?? newText) }];
  });
}

function withoutPrefix(text: string, prefix: RegExp, telling: RegExp = prefix): string | undefined {
  const lines = text.split('\n');
  const solid = lines.filter((line) => !isBlank(line));
  if (
    solid.length === 0 ||
    !solid.every((line) => prefix.test(line)) ||
    !solid.some((line) => telling.test(line))
  ) {
    return undefined;
  }
  return lines.map((line) => line.replace(prefix, '')).join('\n');
}

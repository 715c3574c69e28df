import { cutNotice, type DiffText } from './diff.ts';

/** A diff within a limit: whole lines of it, and a last line that says that it is cut and why. */
export function cutDiff(diff: DiffText, maxCharacters: number, why?: string): DiffText {
  if (diff.text.length <= maxCharacters) return diff;
  const end = diff.text.lastIndexOf('\n', maxCharacters) + 1;
  return { text: diff.text.slice(0, end) + cutNotice(why), isCut: true };
}

import { toLines } from '../quotation.ts';

/** Whether an insertion has words: brackets, blank lines and separators may be wanted twice. */
export function hasWords(inserted: string): boolean {
  return toLines(inserted).some((line) => /[\p{L}\p{N}_$]/u.test(line) && !CLOSES.test(line));
}

const CLOSES =
  /^\s*(?:<\/[\w.:-]*>|(?:end|fi|done|esac|endif|endfor|endwhile|else|pass|break|continue|return|then|do|begin)\b[\s;:]*|#\s*(?:endif|else)\b.*|(?:[})\]]+[;,]?\s*)+(?:\/\/.*|else\b.*)?)\s*$/i;

import type { Span } from './span.ts';

/**
 * Gives each bare LF of a replacement the ending of the line that it replaces, or else of the nearest line. A CRLF in
 * the replacement is kept.
 */
export function fitLineEndings(newText: string, text: string, span: Span): string {
  if (!newText.includes('\n')) return newText;
  const replaced: string[] = text.slice(span.start, span.end).match(/\r?\n/g) ?? [];
  const last = replaced.at(-1) ?? endingNear(text, span);
  if (last === '\n' && !replaced.includes('\r\n')) return newText;
  let seen = 0;
  return newText.replace(/\r?\n/g, (found) => {
    const fitting = replaced[seen++] ?? last;
    return found === '\r\n' ? found : fitting;
  });
}

function endingNear(text: string, span: Span): string {
  const after = text.indexOf('\n', span.end);
  const at = after === -1 ? text.lastIndexOf('\n', span.start) : after;
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

import type { Span } from './span.ts';

/**
 * Gives each bare LF of a replacement the ending of the line that it replaces, or else of the nearest line. A CRLF in
 * the replacement is kept.
 */
export function fitLineEndings(newText: string, text: string, span: Span): string {
  if (!newText.includes('\n')) return newText;
  const replaced = text.slice(span.start, span.end);
  const last = endingAt(replaced, replaced.lastIndexOf('\n')) ?? endingNear(text, span);
  if (last === '\n' && !replaced.includes('\r\n')) return newText;
  // Only as many breaks are looked for as the new text has: the replaced one may have millions.
  let at = -1;
  return newText.replace(/\r?\n/g, (found) => {
    at = at === replaced.length ? at : replaced.indexOf('\n', at + 1);
    if (at === -1) at = replaced.length;
    return found === '\r\n' ? found : (endingAt(replaced, at) ?? last);
  });
}

function endingAt(text: string, lineBreak: number): string | undefined {
  if (text[lineBreak] !== '\n') return undefined;
  return text[lineBreak - 1] === '\r' ? '\r\n' : '\n';
}

function endingNear(text: string, span: Span): string {
  const after = text.indexOf('\n', span.end);
  const at = after === -1 ? text.lastIndexOf('\n', span.start) : after;
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

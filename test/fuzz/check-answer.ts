import type { CallToolResult } from '@modelcontextprotocol/client';

// What every answer keeps to, whatever was asked.

/** A view holds 16,000 characters and output 30,000 (twice: for the model and for programs); the rest is head and notes. */
const MOST_TEXT = 60_000;
const MOST_MESSAGE = 200_000;

const CODED = /^Error -\d{5} [A-Z_]+: \S/;
const STACK = /\n\s+at .+:\d+:\d+/;
const SLIPS = /undefined|\[object |Internal error|INTERNAL_ERROR|This is a bug/;
/** A half of a character: JSON can write it, and many readers of JSON refuse the whole message. */
const HALF = /\p{Surrogate}/u;

/** Says what is wrong with an answer. */
export function faultsOfResult(result: CallToolResult, text: string): string[] {
  const images = result.content.filter(({ type }) => type === 'image');
  const size = JSON.stringify(result).length - JSON.stringify(images).length;
  return [
    ...faultsOfText(text),
    ...(result.isError && !CODED.test(text) ? ['the refusal has no code, name and message'] : []),
    ...(size > MOST_MESSAGE ? [`the message has ${size} characters`] : []),
    ...(hasHalf(result) ? ['the message has half a character'] : []),
  ];
}

export function faultsOfText(text: string): string[] {
  return [
    ...(text.trim() === '' ? ['the text is empty'] : []),
    ...(text.length > MOST_TEXT ? [`the text has ${text.length} characters`] : []),
    ...(STACK.test(text) ? ['the text has a stack trace'] : []),
    ...(SLIPS.test(text) ? [`the text has "${SLIPS.exec(text)![0]}"`] : []),
    ...(HALF.test(text) ? ['the text has half a character'] : []),
  ];
}

function hasHalf(value: unknown): boolean {
  if (typeof value === 'string') return HALF.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => HALF.test(key) || hasHalf(inner));
}

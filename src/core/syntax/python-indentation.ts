import { columnsOf } from '../text/indentation.ts';
import { lineNumberAt } from '../text/lines.ts';
import type { SyntaxIssue } from './syntax-issue.ts';

/**
 * The errors that CPython reports about tabs and spaces in an otherwise valid program: two indents are comparable only
 * if the comparison has the same result with tabs of eight columns and of one.
 */
export function findTabIssue(text: string): SyntaxIssue | undefined {
  if (!/^[ \f]*\t/m.test(text)) return undefined;
  const open: Indent[] = [{ wide: 0, narrow: 0 }];
  for (const { offset, indent } of statements(text)) {
    const message = compare(open, measure(indent));
    if (message) return { line: lineNumberAt(text, offset), column: indent.length + 1, message };
  }
  return undefined;
}

type Indent = { readonly wide: number; readonly narrow: number };

const INCONSISTENT = 'inconsistent use of tabs and spaces in indentation';
const UNMATCHED = 'unindent does not match any outer indentation level';

/** Opens and closes blocks by the indent of a line. */
function compare(open: Indent[], indent: Indent): string | undefined {
  while (open.at(-1)!.wide > indent.wide) {
    open.pop();
    if (open.at(-1)!.wide < indent.wide) return UNMATCHED;
  }
  const { wide, narrow } = open.at(-1)!;
  if (wide === indent.wide) return narrow === indent.narrow ? undefined : INCONSISTENT;
  if (narrow >= indent.narrow) return INCONSISTENT;
  open.push(indent);
  return undefined;
}

function measure(indent: string): Indent {
  const afterFormFeed = indent.slice(indent.lastIndexOf('\f') + 1);
  return { wide: columnsOf(afterFormFeed), narrow: afterFormFeed.length };
}

const INDENT = /[ \t\f]*/y;

/** The starts of statements: not in brackets or strings, nor after a backslash. */
function* statements(text: string): Generator<{ offset: number; indent: string }> {
  for (let offset = 0; offset < text.length; ) {
    INDENT.lastIndex = offset;
    const indent = INDENT.exec(text)![0];
    const start = offset + indent.length;
    if (start < text.length && !/[#\r\n\\]/.test(text[start]!)) yield { offset, indent };
    offset = skip(text, start, '\n');
  }
}

/** The offset after the next `end` outside of brackets, strings and comments. */
function skip(text: string, from: number, end: '\n' | '}'): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const character = text[at]!;
    if (depth === 0 && character === end) return at + 1;
    if (depth === 0 && end === '}' && character === ':') return skipFormat(text, at + 1);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    at = skipToken(text, at);
  }
  return text.length;
}

const STRING = /([a-z]{0,2})("""|'''|"|')/iy;
const WORD = /\w+/y;

function skipToken(text: string, at: number): number {
  if (text[at] === '\\') return text.startsWith('\r\n', at + 1) ? at + 3 : at + 2;
  if (text[at] === '#') return orEnd(text, text.indexOf('\n', at));
  STRING.lastIndex = at;
  const string = STRING.exec(text);
  if (string) return skipString(text, STRING.lastIndex, string[2]!, /f|t/i.test(string[1]!));
  WORD.lastIndex = at;
  return WORD.test(text) ? WORD.lastIndex : at + 1;
}

function skipString(text: string, from: number, quote: string, isFormatted: boolean): number {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(quote, at)) return at + quote.length;
    if (text[at] === '\\' || (isFormatted && text.startsWith('{{', at))) at++;
    else if (isFormatted && text[at] === '{') at = skip(text, at + 1, '}') - 1;
  }
  return text.length;
}

/** After the colon in `f'{value:>{width}}'` there is text again, except in braces. */
function skipFormat(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '}') return at + 1;
    if (text[at] === '{') at = skip(text, at + 1, '}') - 1;
  }
  return text.length;
}

function orEnd(text: string, offset: number): number {
  return offset === -1 ? text.length : offset;
}

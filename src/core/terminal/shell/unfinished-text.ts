/**
 * Whether a command may lack the end of a quotation, a substitution, a here-document, a block or a list. Only bash knows for certain
 * and is asked then; `false` is always right for the constructs that are known here. A here-document is always asked
 * about: where it ends depends on too much.
 */
export function mayBeUnfinished(text: string): boolean {
  /** What ends the constructs that are open, the innermost last. */
  const open: Closer[] = [];
  let blocks = 0;
  let goesOn = false;
  for (let at = 0; at < text.length; ) {
    const inner = open.at(-1);
    const step = inner === '"' || inner === '}' ? quotedStep(text, at, open) : commandStep(text, at, open);
    if (step === undefined) return true;
    goesOn = goesOnAfter(text, at, goesOn);
    at += step.length;
    blocks += step.blocks ?? 0;
  }
  if (open.length > 0 || blocks !== 0 || goesOn) return true;
  return wantsBody(text) || count(text, '[') !== count(text, ']');
}

/** Whether the last line begins a function or a loop whose body does not follow. */
function wantsBody(text: string): boolean {
  const whole = text.trimEnd();
  const line = whole.slice(whole.lastIndexOf('\n') + 1);
  return /\(\s*\)\s*(?:#.*)?$/.test(line) || /^\s*(?:for|select|function|coproc)\b[^;{}]*$/.test(line);
}

/** Whether a command must follow what is here, as after `|` and `&&`, with space and comments between them. */
function goesOnAfter(text: string, at: number, before: boolean): boolean {
  if (/[\s#]/.test(text[at]!) || text.startsWith('\\\n', at)) return before;
  return text[at] === '|' || text.startsWith('&&', at - 1);
}

function count(text: string, sign: string): number {
  return text.split(sign).length;
}

type Closer = ')' | '}' | '"' | '`';
/** How far to go on; undefined if only bash can know. */
type Step = { readonly length: number; readonly blocks?: number } | undefined;

const WORD = /(?:(if|do|case|\{)|(fi|done|esac|\}))(?=[\s;&|)]|$)/y;
const PLAIN = /[^\\"'`$(){}#<\s;&|]+/y;

function commandStep(text: string, at: number, open: Closer[]): Step {
  const isWordStart = at === 0 || /[\s;&|()`]/.test(text[at - 1]!);
  const word = isWordStart ? matchAt(WORD, text, at) : null;
  if (word) return { length: word[0].length, blocks: word[1] === undefined ? -1 : 1 };
  const plain = matchAt(PLAIN, text, at);
  if (plain) return { length: plain[0].length };
  if (isWordStart && text[at] === '#') return upTo(text.indexOf('\n', at), at, text.length);
  if (text.startsWith('<<<', at)) return { length: 3 };
  if (text.startsWith('<<', at)) return undefined;
  if (text.startsWith("$'", at)) return lengthOf(/\$'(?:[^'\\]|\\[\s\S])*'/y, text, at);
  if (text[at] === "'") return lengthOf(/'[^']*'/y, text, at);
  if (text[at] === '(') return opened(open, ')', 1);
  if (text[at] === ')') return open.pop() === ')' ? { length: 1 } : undefined;
  return sharedStep(text, at, open);
}

/** Inside double quotes, and inside a parameter expansion. */
function quotedStep(text: string, at: number, open: Closer[]): Step {
  const closer = open.at(-1)!;
  if (text[at] === closer) {
    open.pop();
    return { length: 1 };
  }
  if (closer === '}' && text[at] === "'")
    return open.includes('"') ? undefined : lengthOf(/'[^']*'/y, text, at);
  const plain = matchAt(/[^\\"'`$}]+/y, text, at);
  return plain ? { length: plain[0].length } : sharedStep(text, at, open);
}

function sharedStep(text: string, at: number, open: Closer[]): Step {
  if (text[at] === '\\') return { length: 2 };
  if (text.startsWith('$(', at)) return opened(open, ')', 2);
  if (text.startsWith('${', at)) return opened(open, '}', 2);
  if (text[at] === '"') return opened(open, '"', 1);
  if (text[at] !== '`') return { length: 1 };
  if (open.at(-1) === '`') open.pop();
  else open.push('`');
  return { length: 1 };
}

function opened(open: Closer[], closer: Closer, length: number): Step {
  open.push(closer);
  return { length };
}

function upTo(end: number, at: number, last: number): Step {
  return { length: (end === -1 ? last : end) - at };
}

function lengthOf(pattern: RegExp, text: string, at: number): Step {
  const match = matchAt(pattern, text, at);
  return match ? { length: match[0].length } : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

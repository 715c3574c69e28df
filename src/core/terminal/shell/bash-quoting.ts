/** A text as one word of a bash script. */
export function quoteForBash(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Bytes as one word of a bash script, given with one character for each of them. */
export function quoteBytesForBash(bytes: string): string {
  return `$'${bytes.replace(/[^\w/.-]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)}'`;
}

/** The bytes that bash's `%q` has quoted, given and returned with one character for each byte. */
export function unquoteFromBash(quoted: string): string {
  if (quoted.startsWith("$'") && quoted.endsWith("'")) return unescaped(quoted.slice(2, -1));
  if (quoted === "''") return '';
  return quoted.replace(/\\([\s\S])/g, '$1');
}

/** What a letter after a backslash means. */
export const controlLetters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function unescaped(text: string): string {
  return text.replace(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal: string | undefined, letter: string) =>
    octal === undefined
      ? (controlLetters[letter] ?? letter)
      : String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
  );
}

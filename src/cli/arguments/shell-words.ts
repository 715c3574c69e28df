// Words quoted for a shell.

export function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

export function quotedIfNeeded(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word);
}

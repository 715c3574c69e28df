/** The text of a command as the shell can take it, and what was left out of it. */
export function runnableText(text: string): { readonly text: string; readonly note: string | undefined } {
  const nuls = text.split('\0').length - 1;
  const note = nuls > 0 ? `[${nuls} NUL characters were left out of the command.]` : undefined;
  const unix = text.replaceAll('\0', '').replaceAll('\r\n', '\n');
  // The shell adds a line of its own, which is no part of this one.
  return { text: /(?<!\\)(?:\\\\)*\\$/.test(unix) ? `${unix}\n` : unix, note };
}

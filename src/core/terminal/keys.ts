const functionKeys = ['OP', 'OQ', 'OR', 'OS', '[15~', '[17~', '[18~', '[19~', '[20~', '[21~', '[23~', '[24~'];

const named: Readonly<Record<string, string>> = {
  ENTER: '\r',
  TAB: '\t',
  'S-TAB': '\x1b[Z',
  BS: '\x7f',
  DEL: '\x1b[3~',
  ESC: '\x1b',
  UP: '\x1b[A',
  DOWN: '\x1b[B',
  RIGHT: '\x1b[C',
  LEFT: '\x1b[D',
  HOME: '\x1b[H',
  END: '\x1b[F',
  PGUP: '\x1b[5~',
  PGDN: '\x1b[6~',
  'C-\\': '\x1c',
  'C-]': '\x1d',
};

const bytesOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(named),
  ...functionKeys.map((code, i) => [`F${i + 1}`, `\x1b${code}`] as const),
]);

/** What this key types; undefined if the whole text is not the name of a key. */
export function keyBytes(text: string): string | undefined {
  const name = text.trim();
  const letter = /^(?:C-|CTRL[-+])([a-z])$/i.exec(name)?.[1];
  if (letter) return String.fromCharCode(letter.toUpperCase().charCodeAt(0) - 64);
  return bytesOf.get(name);
}

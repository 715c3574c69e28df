import iconv from 'iconv-lite';

// What lies in the root of a fuzzed server: each encoding, line ending and size that a tool could stumble over.

const lines = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, i) => `${text(i + 1)}\n`).join('');

const prose = lines(20, (n) => `This is line ${n} of a plain text.`);
const python = `import os\n\n\nclass Cart:\n    def __init__(self):\n        self.items = []\n\n    def add(self, item):\n        self.items.append(item)\n\n    def total(self):\n        return sum(item.price for item in self.items)\n`;
const typescript = `export function first(list: string[]): string {\n  return call(list[0], 1);\n}\n\nexport const second = (a: number) => {\n\tif (a > 1) {\n\t\treturn call(a, 2);\n\t}\n\treturn old(a);\n};\n`;
const german = lines(12, (n) => `Zeile ${n}: für die Straße, größer und schöner als je zuvor.`);
const japanese = lines(12, (n) => `${n}行目：これは日本語の文章です。ファイルを編集します。`);

export const fixtureFiles: Readonly<Record<string, string | Uint8Array>> = {
  'plain.txt': prose,
  'cart.py': python,
  'src/code.ts': typescript,
  'src/other.ts': typescript.replaceAll('call', 'other'),
  'src/deep/nested.py': python.replaceAll('Cart', 'Basket'),
  'src/.gitignore': 'ignored.ts\n*.log\n',
  'src/ignored.ts': typescript,
  'data.json': `${JSON.stringify({ name: 'thing', list: [1, 2, 3], deep: { flag: true } }, null, 2)}\n`,
  'page.md': '# Title\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n',
  'crlf.txt': prose.replaceAll('\n', '\r\n'),
  'lone-cr.txt': prose.replaceAll('\n', '\r'),
  'mixed.txt': 'one\r\ntwo\nthree\rfour\r\nfive\u2028six\u0085seven',
  'no-newline.txt': 'one\ntwo',
  'only-newlines.txt': '\n\n\n\n',
  'latin-1.txt': iconv.encode(german, 'latin1'),
  'shift-jis.txt': iconv.encode(japanese, 'shift_jis'),
  'euc-jp.txt': iconv.encode(japanese, 'euc-jp'),
  'utf-16le.txt': iconv.encode(german, 'utf-16le', { addBOM: true }),
  'utf-16be.txt': iconv.encode(german, 'utf-16be', { addBOM: true }),
  'utf-16-no-bom.txt': iconv.encode(german, 'utf-16le', { addBOM: false }),
  'utf-8-bom.txt': `\ufeff${german}`,
  'invalid-utf-8.txt': Buffer.concat([Buffer.from(prose), Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0x0a])]),
  'half-surrogate-utf-16.txt': Buffer.from([0xff, 0xfe, 0x61, 0, 0x00, 0xd8, 0x62, 0, 0x0a, 0]),
  'emoji.txt': `${'🦜👩‍👩‍👧‍👦'.repeat(3)}\nx${'🦜'.repeat(20_000)}\nend\n`,
  'empty.txt': '',
  'nul.bin': Buffer.from('one\0two\n\0'),
  'noise.bin': Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * i * 31 + i * 7) % 256)),
  'one-line.txt': 'abcdefghij'.repeat(100_000),
  'long.txt': lines(100_000, (n) => `entry ${n}`),
  'pixel.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'no-picture.png': 'this is text\n',
  'no-permission.txt': 'one\ntwo\n',
  'read-only.txt': 'one\ntwo\n',
  'with space.txt': 'one\ntwo\n',
  'ünïcödé.txt': 'one\ntwo\n',
  'new\nline.txt': 'one\ntwo\n',
  'quotes\'"`$(x).txt': 'one\ntwo\n',
  '-dash.txt': 'one\ntwo\n',
  '..dots..txt': 'one\ntwo\n',
  'control\u0007\u001b[31m.txt': 'one\ntwo\n',
};

/** As long as a name may be: nothing can be staged beside it under a longer one. */
export const longName = `${'n'.repeat(251)}.txt`;

/** Names that are no text. */
export const brokenNames: readonly Buffer[] = [Buffer.from([0x62, 0xff, 0xfe, 0x2e, 0x74, 0x78, 0x74])];

export function fixtureLinks(outside: string): Readonly<Record<string, string>> {
  return {
    'link-in.txt': 'plain.txt',
    'link-to-src': 'src',
    'link-out.txt': `${outside}/secret.txt`,
    'link-out-relative.txt': '../outside/secret.txt',
    'link-out-folder': `${outside}/folder`,
    'src/link-out.py': `${outside}/folder/sub/inner.py`,
    'chain-out': 'link-out-folder',
    'dangling-out.txt': `${outside}/not-there.txt`,
    'dangling-in.txt': 'not-there.txt',
    'loop-a': 'loop-b',
    'loop-b': 'loop-a',
    self: 'self',
    'link-up': '..',
    'link-zero': '/dev/zero',
    'link-proc': '/proc/self',
    'link-fifo': 'fifo',
  };
}

import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';

const BOM = '\uFEFF';
const call = { old: 'const total = 1;', new: 'const total = 2;' };
const JAPANESE = '// 設定ファイルを読み込み、結果を表示します。\n';
const FRENCH = '// Déjà vu : les élèves français préfèrent être à la fenêtre.\n';
const plain = (text) => Buffer.from(text);
const program = (comment) => `${comment}${call.old}\n${comment}export { total };\n`;

/** Files with something that an edit elsewhere must leave as it is. `decided` are the bytes that are right. */
const FACTS = [
  fact('CRLF line ends', program('// one\n').replaceAll('\n', '\r\n'), {
    old: `// one\n${call.old}\n`,
    new: `// one\n${call.new}\n// new\n`,
    decided: program('// one\n').replace(`${call.old}\n`, `${call.new}\n// new\n`).replaceAll('\n', '\r\n'),
  }),
  fact('mixed line ends', `// CRLF\r\n// LF\n${call.old}\n// LF\n// CRLF\r\nexport { total };\r\n`),
  fact('a missing final newline', program('// one\n').trimEnd()),
  fact('a BOM', BOM + program('// one\n')),
  fact('Latin-1', program(FRENCH), { encode: (text) => iconv.encode(text, 'latin1') }),
  fact('Shift_JIS', program(JAPANESE.repeat(3)), { encode: (text) => iconv.encode(text, 'shift_jis') }),
  fact('UTF-16 with a BOM', BOM + program(FRENCH), { encode: (text) => Buffer.from(text, 'utf16le') }),
  fact('a single byte that is no UTF-8', program('// caf\u00e9\n'), {
    encode: (text) => iconv.encode(text, 'latin1'),
  }),
  fact('the mode (0755)', program('// one\n'), { mode: 0o755 }),
];

function fact(name, text, { encode = plain, decided, mode, ...strings } = {}) {
  const right = decided ?? text.replace(call.old, call.new);
  return { name, before: encode(text), decided: encode(right), mode, ...call, ...strings };
}

/** For each fact a row `{ name, cell }`. */
export async function measurePreserved(session, root) {
  const facts = FACTS.filter(({ mode }) => mode === undefined || process.platform !== 'win32');
  const calls = facts.map((one, at) => ({ ...one, path: place(join(root, `kept-${at}`), one) }));
  const said = await session.edits(calls);
  return calls.map((one, at) => ({ name: `keeps ${one.name}`, cell: judge(one, said[at]) }));
}

function place(folder, { before, mode }) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'total.js');
  writeFileSync(path, before);
  if (mode) chmodSync(path, mode);
  return path;
}

function judge({ path, before, decided, mode }) {
  const final = readFileSync(path);
  if (final.equals(before)) return { value: 'refused', text: 'refused' };
  const isKept = final.equals(decided) && (!mode || (statSync(path).mode & 0o777) === mode);
  return isKept ? { value: 'kept', text: 'kept' } : { value: 'changed', text: '**changed**' };
}

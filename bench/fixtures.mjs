import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const HEAD_LINES = 200;
export const SIZES = [
  { label: '1 KB', bytes: 1024 },
  { label: '100 KB', bytes: 100 * 1024 },
  { label: '5 MB', bytes: 5 * 1024 * 1024 },
];

const LINE_BYTES = 64;
export const WORD = { before: 'needle-one', after: 'needle-two' };

/** Text of exactly that many bytes, each line different, with the unique word in its middle. */
export function textOf(bytes) {
  const count = bytes / LINE_BYTES;
  const lines = [];
  for (let number = 1; number <= count; number++) lines.push(lineOf(number, number === (count >> 1) + 1));
  return lines.join('');
}

export function lineTag(number) {
  return `line ${String(number).padStart(8, '0')}`;
}

export function lastLineTag(bytes) {
  return lineTag(bytes / LINE_BYTES);
}

function lineOf(number, withWord) {
  const text = `${lineTag(number)} ${withWord ? WORD.before : 'plain text'} in a file to measure`;
  return `${text.padEnd(LINE_BYTES - 1, '.')}\n`;
}

export function writeFixture(folder, name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

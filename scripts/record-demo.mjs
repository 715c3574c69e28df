// Records docs/demo.svg: runs the demo in a real terminal and draws what it printed.
// The times of the picture are for reading, not measured: the same text gives the same picture.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { animatedSvg } from './recording/animated-svg.mjs';
import { terminalLines } from './recording/terminal-lines.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const COLUMNS = 80;
const ROWS = 30;
const MAX_BYTES = 150_000;

const lines = await terminalLines(process.execPath, [join(root, 'dist', 'corvid.cjs'), 'demo'], {
  columns: COLUMNS,
  rows: ROWS,
});
const svg = animatedSvg(lines, {
  title: 'corvid demo',
  columns: COLUMNS,
  rows: ROWS,
  pauseBefore,
  endMs: 6000,
});
if (Buffer.byteLength(svg) > MAX_BYTES)
  throw new Error(`The picture has ${Buffer.byteLength(svg)} bytes, more than ${MAX_BYTES}.`);
writeFileSync(join(root, 'docs', 'demo.svg'), svg);
console.log(`docs/demo.svg: ${lines.length} lines, ${Buffer.byteLength(svg)} bytes`);

/** In milliseconds: a new step is awaited longest, then an answer, then one more line of the same. */
function pauseBefore(text, previous) {
  if (text === '' && !previous.startsWith('   ')) return 0;
  if (previous === '' && /^(\d+\.|✓)/.test(text)) return 1600;
  if (/^ {3}[A-Z].*\.$/.test(text)) return 1000;
  if (/^ {3}(←|\[)/.test(text) || /^ {3}\$/.test(previous)) return 700;
  return 110;
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// A small project with three bugs, in a file like those of old projects: Latin-1, with CRLF line ends.

export const PROJECT = 'shop';
export const FILE = 'cart.mjs';

const cart = `// Sums for the caf\u00e9, in euros.
export function total(items) {
  let sum = 0;
  for (const item of items) sum += item.price * item.count;
  return sum;
}

export function pieces(items) {
  let sum = 0;
  for (const item of items) sum += 1;
  return sum;
}

export function label(item) {
  const name = item.name.trim();
  const price = " at " + item.price.toFixed(2);
  return name + price;
}
`;

export const CONTENT = Buffer.from(cart.replaceAll('\n', '\r\n'), 'latin1');

const test = `import { log } from 'node:console';
import { label, pieces, total } from './${FILE}';

const items = [{ name: ' tea ', price: 0.1, count: 3 }];
const checks = [
  ['label', label(items[0]), '3 x tea at 0.10'],
  ['total', total(items), 0.3],
  ['pieces', pieces(items), 3],
];
for (const [name, got, wanted] of checks) {
  log(got === wanted ? \`ok    \${name}\` : \`FAIL  \${name}: \${got}, not \${wanted}\`);
  if (got !== wanted) process.exitCode = 1;
}
`;

/** Returns the path of the file that the demo edits. */
export async function writeProject(folder: string): Promise<string> {
  const project = join(folder, PROJECT);
  await mkdir(project);
  await writeFile(join(project, 'test.mjs'), test);
  await writeFile(join(project, FILE), CONTENT);
  return join(project, FILE);
}

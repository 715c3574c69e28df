// The programs of docs/examples in the pages that show them, each with what it printed when the page was made.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';

const LIBRARY = new URL('../dist/index.js', import.meta.url).href;
const ZOD = import.meta.resolve('zod');

const marked = /(<!-- example: ([\w-]+) -->\n)[\s\S]*?(<!-- end of example -->)/g;

export async function withExamples(page, folder) {
  const names = [...page.matchAll(marked)].map(([, , name]) => name);
  const shown = new Map(await Promise.all(names.map(async (name) => [name, await example(name, folder)])));
  return page.replace(marked, (_, open, name, close) => `${open}${shown.get(name)}\n${close}`);
}

async function example(name, folder) {
  const code = readFileSync(join(folder, `${name}.ts`), 'utf8').trimEnd();
  return `\`\`\`ts\n${code}\n\`\`\`\n\nprints\n\n\`\`\`\n${await outputOf(code)}\n\`\`\``;
}

async function outputOf(code) {
  const home = mkdtempSync(join(tmpdir(), 'corvid-example-'));
  const env = { PATH: process.env.PATH, HOME: home };
  try {
    const program = join(home, 'example.mjs');
    const { code: script } = await transform(code, { loader: 'ts', target: 'node20' });
    const linked = script
      .replace(/from "corvid"/, `from ${JSON.stringify(LIBRARY)}`)
      .replace(/from "zod"/, `from ${JSON.stringify(ZOD)}`);
    writeFileSync(program, linked);
    const options = { cwd: home, env, timeout: 60_000 };
    return (await promisify(execFile)(process.execPath, [program], options)).stdout.trimEnd();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

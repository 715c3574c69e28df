// The programs of docs/examples in the pages that show them, each with what it printed when the page was made.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const marked = /(<!-- example: ([\w-]+) -->\n)[\s\S]*?(<!-- end of example -->)/g;

export async function withExamples(page, folder) {
  const names = [...page.matchAll(marked)].map(([, , name]) => name);
  const shown = new Map(await Promise.all(names.map(async (name) => [name, await example(name, folder)])));
  return page.replace(marked, (_, open, name, close) => `${open}${shown.get(name)}\n${close}`);
}

async function example(name, folder) {
  const file = join(folder, `${name}.mjs`);
  const code = readFileSync(file, 'utf8').trimEnd();
  return `\`\`\`js\n${code}\n\`\`\`\n\nprints\n\n\`\`\`\n${await outputOf(file)}\n\`\`\``;
}

async function outputOf(file) {
  const home = mkdtempSync(join(tmpdir(), 'corvid-example-'));
  const env = { PATH: process.env.PATH, HOME: home };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: home,
      env,
      timeout: 60_000,
    });
    return stdout.trimEnd();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

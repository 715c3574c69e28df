import { chmod, cp, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { openWorkspace } from '../src/open-workspace.ts';
import { callTool } from '../src/tools/call/library.ts';

// A folder each: `before/`, the calls in `call.json` (paths inside the folder), and `after/`. Bytes decide.

type Call = {
  readonly tool: string;
  readonly input: { readonly path: string } & Record<string, unknown>;
  /** The name of the error that it must end with. */
  readonly refused?: string;
};

type Scenario = {
  readonly calls: readonly Call[];
  /** Modes, in octal, that files have before and must have after. */
  readonly modes?: Readonly<Record<string, string>>;
};

const scenarios = join(dirname(fileURLToPath(import.meta.url)), 'scenarios');
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'corvid-scenario-')));
  folders.push(folder);
  return folder;
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents: Record<string, string> = {};
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name);
    contents[path.slice(folder.length + 1)] = await readFile(path, 'latin1');
  }
  return contents;
}

describe('scenarios', async () => {
  test.each(await readdir(scenarios))('%s', async (name) => {
    const given = JSON.parse(await readFile(join(scenarios, name, 'call.json'), 'utf8')) as Scenario;
    const modes = Object.entries(given.modes ?? {});
    const [folder, stateDirectory] = [await temporaryFolder(), await temporaryFolder()];
    await cp(join(scenarios, name, 'before'), folder, { recursive: true });
    for (const [file, mode] of modes) await chmod(join(folder, file), Number.parseInt(mode, 8));

    const workspace = openWorkspace({ roots: [folder], stateDirectory });
    for (const { tool, input, refused } of given.calls) {
      const outcome = await callTool(workspace, tool, { ...input, path: join(folder, input.path) });
      expect(outcome.ok ? 'done' : outcome.error.name, outcome.text).toBe(refused ?? 'done');
    }
    await workspace.close();

    expect(await contentsOf(folder)).toEqual(await contentsOf(join(scenarios, name, 'after')));
    for (const [file, mode] of modes)
      expect(((await stat(join(folder, file))).mode & 0o777).toString(8)).toBe(mode);
  });
});

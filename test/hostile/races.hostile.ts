import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localFiles } from '../../src/adapters/files/local-files.ts';
import { callTool, openWorkspace } from '../../src/index.ts';
import { sourceFiles } from '../../src/workspace/source-tree.ts';
import type { Workspace } from '../../src/workspace/workspace.ts';
import { afterTest } from '../after-test.ts';
import { temporaryFolder } from '../corvid-client.ts';
import { callAgain, startAttack } from './attack-thread.ts';

// A folder inside the root is exchanged again and again for a link that leads outside, while the tools work in it.

const SECRET = 'secret of another folder';

/** The folder is away for a moment, in which a create may make it anew: Node cannot exchange two names at once. */
const exchange = `
  const { folder, aside, link } = data;
  const put = (from) => {
    for (let tries = 0; tries < 1000; tries++)
      try { return fs.renameSync(from, folder); } catch {
        try { fs.renameSync(folder, aside + round + '-' + tries); } catch {}
      }
  };
  fs.renameSync(folder, aside);
  put(link);
  spin(3000);
  fs.renameSync(folder, link);
  put(aside);
  spin(3000);
`;

const anchorings = [
  ...(process.platform === 'linux' ? (['descriptor'] as const) : []),
  ...(process.platform === 'win32' ? [] : (['working-directory'] as const)),
];

type Target = {
  readonly workspace: Workspace;
  readonly call: (input: Record<string, unknown>) => Promise<string>;
  readonly path: (name: string) => string;
};

/** Each gives everything that it has seen. */
const attempts: Record<string, (target: Target, time: number) => Promise<string>> = {
  read: ({ call, path }) => call({ command: 'view', path: path('sub/a.ts') }),
  'view of a folder': ({ call, path }) => call({ command: 'view', path: path('sub') }),
  create: ({ call, path }, time) =>
    call({ command: 'create', path: path(`sub/new-${time}.txt`), file_text: 'x' }),
  'create with folders': ({ call, path }, time) =>
    call({ command: 'create', path: path(`sub/deep-${time}/er/a.txt`), file_text: 'x' }),
  edit: ({ call, path }, time) =>
    call({ command: 'insert', path: path('sub/a.ts'), insert_line: 0, new_str: `// ${time}\n` }),
  undo: async ({ call, path }, time) => {
    const edit = { path: path('sub/a.ts'), insert_line: 0, new_str: `// ${time}\n` };
    const edited = await call({ command: 'insert', ...edit }).catch(() => '');
    return edited + (await call({ command: 'undo_edit', path: path('sub/a.ts') }));
  },
  'undo of a create': async ({ call, path }, time) => {
    const made = { path: path(`sub/made-${time % 3}.txt`), file_text: 'x' };
    await call({ command: 'create', ...made }).catch(() => '');
    return call({ command: 'undo_edit', path: made.path });
  },
  'rewrite of a tree': async ({ workspace, path }, time) => {
    const found = await sourceFiles(workspace, path(''));
    let seen = '';
    const items = found.map((file) => ({
      path: file.path,
      plan: ({ text }: { text: string }) => {
        seen += text;
        return [{ span: { start: 0, end: 0 }, newText: `// ${time}\n` }];
      },
    }));
    await workspace.editMany(items, { tool: 'edit' });
    return `${seen} ${found.length > 0 ? '' : 'nothing found'}`;
  },
};

describe.each(anchorings)('anchored by %s', (anchoring) => {
  describe.each([
    ['another folder', 'elsewhere'],
    ['a sibling whose name differs only in case', 'Project'],
  ])('a link to %s', (_, outsideName) => {
    test.each(Object.keys(attempts))('leads no %s outside', async (name) => {
      const base = await temporaryFolder();
      const root = join(base, 'project');
      const outside = join(base, outsideName);
      await fillFolders(root, outside);
      const before = everythingIn(outside);
      const workspace = openWorkspace({
        roots: [root],
        stateDirectory: join(base, 'state'),
        files: localFiles(anchoring),
        syntax: 'off',
      });
      afterTest(() => workspace.close());
      const target: Target = {
        workspace,
        call: callOf(workspace),
        path: (part) => join(root, 'inside', part),
      };
      const data = { folder: join(root, 'inside'), aside: join(root, 'aside'), link: join(base, 'link') };
      const attack = await startAttack(exchange, data);
      let leaks = 0;
      await callAgain({ times: 4_000, milliseconds: 2_000 }, async (time) => {
        const seen = await attempts[name]!(target, time);
        if (seen.includes(SECRET) || seen.includes('only-outside')) leaks++;
      });
      const { rounds } = await attack.stop();
      expect(leaks).toBe(0);
      expect(everythingIn(outside)).toEqual(before);
      expect(rounds).toBeGreaterThan(20);
      // What was refused was refused because of the attack.
      await attempts[name]!(target, -1);
    });
  });
});

function callOf(workspace: Workspace): Target['call'] {
  return async (input) => {
    const outcome = await callTool(workspace, 'file_editor', input);
    if (!outcome.ok) throw new Error(outcome.text);
    return outcome.text;
  };
}

async function fillFolders(root: string, outside: string): Promise<void> {
  const put = async (path: string, content: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  };
  await put(join(root, 'inside/sub/a.ts'), 'inside();\n');
  await put(join(outside, 'inside/sub/a.ts'), `"${SECRET}";\n`);
  await put(join(outside, 'inside/sub/only-outside.ts'), `"${SECRET}";\n`);
  await symlink(join(outside, 'inside'), join(dirname(root), 'link'));
}

/** Names, contents and times. */
function everythingIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => {
    const path = join(folder, name);
    const stats = statSync(path);
    const content = stats.isFile() ? createHash('sha1').update(readFileSync(path)).digest('hex') : 'folder';
    return `${name} ${content} ${stats.mtimeMs} ${stats.ino}`;
  });
}

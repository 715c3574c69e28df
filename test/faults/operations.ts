import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pathHash, stagingPath } from '../../src/adapters/private/path-names.ts';
import type * as Library from '../../src/index.ts';

// What is done to files while faults strike, and what may be there afterwards.

export type Answer = {
  readonly ok: boolean;
  readonly text: string;
  readonly name?: string;
  /** Files that keep a change which failed as a whole. */
  readonly stuck?: readonly string[];
};

export type Desk = {
  readonly folder: string;
  readonly workspace: Library.Workspace;
  call(input: Record<string, unknown>): Promise<Answer>;
  attempt(action: () => Promise<unknown>): Promise<Answer>;
};

/** A content of a file; null: there is none. */
export type Content = string | null;

/** What the undo of a content may give. */
export type Past = readonly (Content | 'no history')[];

export type FileStory = {
  readonly name: string;
  readonly old: Content;
  readonly new: Content;
  readonly pastOfOld: Past;
  readonly pastOfNew: Past;
};

export type Operation = {
  readonly options?: Library.WorkspaceOptions;
  readonly files: readonly FileStory[];
  prepare(desk: Desk): Promise<void>;
  run(desk: Desk): Promise<Answer>;
};

export const MODE = 0o640;
/** The token of a lock that a dead process has left. */
export const THEIRS = 'theirs';

const version = (n: number) => `version ${n} of a file that is whole or not at all\n`.repeat(40);

export const pathIn = (folder: string, name: string) => join(folder, 'files', name);

/** With a workspace of its own on a folder. */
export async function openDesk(
  library: typeof Library,
  folder: string,
  operation: Operation,
): Promise<Desk & { close(): Promise<void> }> {
  await mkdir(join(folder, 'files'), { recursive: true });
  const workspace = library.openWorkspace({
    // Groups of changes have faults of their own: test/adapters/checkpoints.
    checkpoints: 'off',
    roots: [folder],
    stateDirectory: join(folder, 'state'),
    ...operation.options,
  });
  return {
    folder,
    workspace,
    close: () => workspace.close(),
    async call(input) {
      const outcome = await library.callTool(workspace, 'file_editor', input);
      return outcome.ok
        ? { ok: true, text: outcome.text }
        : { ok: false, text: outcome.text, name: outcome.error.name };
    },
    attempt: (action) =>
      action().then(
        () => ({ ok: true, text: '' }),
        (error: Error) => failed(error, library.ToolError),
      ),
  };
}

function failed(error: Error, expected: typeof Library.ToolError): Answer {
  if (!(error instanceof expected)) return { ok: false, text: String(error.stack), name: 'INTERNAL_ERROR' };
  const { name, code, message, hint, details } = error;
  const text = `Error ${code} ${name}: ${message}${hint === undefined ? '' : `\n${hint}`}`;
  return { ok: false, text, name, stuck: (details.paths ?? []) as string[] };
}

export async function contentOf(folder: string, name: string): Promise<Content> {
  return readFile(pathIn(folder, name), 'utf8').catch(() => null);
}

export async function modeOf(folder: string, name: string): Promise<number> {
  return (await stat(pathIn(folder, name))).mode & 0o7777;
}

async function put({ folder }: Desk, name: string, content: string): Promise<void> {
  await writeFile(pathIn(folder, name), content);
  await chmod(pathIn(folder, name), MODE);
}

/** Brings a file from one version to the next, and so on. */
async function edits(desk: Desk, name: string, from: number, to: number): Promise<Answer> {
  const input = { command: 'str_replace', path: pathIn(desk.folder, name) };
  let answer: Answer = { ok: true, text: '' };
  for (let n = from; n < to; n++)
    answer = await desk.call({ ...input, old_str: version(n), new_str: version(n + 1) });
  return answer;
}

/** A file that was edited some times, and is to be edited once more. */
function edited(times: number, more: Partial<Operation> = {}, pastOfOld?: Past): Operation {
  return {
    files: [
      {
        name: 'a.txt',
        old: version(times),
        new: version(times + 1),
        pastOfOld: pastOfOld ?? [version(times - 1)],
        pastOfNew: [version(times)],
      },
    ],
    async prepare(desk) {
      await put(desk, 'a.txt', version(0));
      await edits(desk, 'a.txt', 0, times);
    },
    run: (desk) => edits(desk, 'a.txt', times, times + 1),
    ...more,
  };
}

const several = ['a.txt', 'b.txt', 'c.txt'];

export const operations: Readonly<Record<string, Operation>> = {
  edit: edited(1),

  create: {
    files: [
      {
        name: 'new/deep/a.txt',
        old: null,
        new: version(1),
        pastOfOld: ['no history'],
        pastOfNew: [null],
      },
    ],
    prepare: async () => {},
    run: ({ call, folder }) =>
      call({ command: 'create', path: pathIn(folder, 'new/deep/a.txt'), file_text: version(1) }),
  },

  undo: {
    ...edited(2),
    files: [
      {
        name: 'a.txt',
        old: version(2),
        new: version(1),
        pastOfOld: [version(1)],
        pastOfNew: [version(0)],
      },
    ],
    run: ({ call, folder }) => call({ command: 'undo_edit', path: pathIn(folder, 'a.txt') }),
  },

  'undo of a create': {
    files: [{ name: 'a.txt', old: version(1), new: null, pastOfOld: [null], pastOfNew: ['no history'] }],
    async prepare({ call, folder }) {
      await call({ command: 'create', path: pathIn(folder, 'a.txt'), file_text: version(1) });
      await chmod(pathIn(folder, 'a.txt'), MODE);
    },
    run: ({ call, folder }) => call({ command: 'undo_edit', path: pathIn(folder, 'a.txt') }),
  },

  'rewrite of several files': {
    files: several.map((name) => ({
      name,
      old: version(0),
      new: version(1),
      pastOfOld: ['no history'],
      pastOfNew: [version(0)],
    })),
    async prepare(desk) {
      for (const name of several) await put(desk, name, version(0));
    },
    run: ({ workspace, folder, attempt }) => {
      const plan = () => [{ span: { start: 0, end: version(0).length }, newText: version(1) }];
      const items = several.map((name) => ({ path: pathIn(folder, name), plan }));
      return attempt(() => workspace.editMany(items, { tool: 'edit' }));
    },
  },

  // One more than is undone here: a change that never happened takes a place until an undo comes across it.
  'edit with a full history': edited(4, { options: { historyEntries: 3 } }),

  'edit that evicts others': edited(
    1,
    {
      options: { historyBytes: 16_000 },
      async prepare(desk) {
        for (const name of ['x.txt', 'y.txt', 'a.txt']) {
          await put(desk, name, version(0));
          await edits(desk, name, 0, 1);
        }
      },
    },
    [version(0), 'no history'],
  ),

  'edit after a crash': {
    ...edited(1),
    async prepare(desk) {
      await edited(1).prepare(desk);
      const path = pathIn(desk.folder, 'a.txt');
      const lock = { pid: 2 ** 22 + 1, host: hostname(), path, token: THEIRS };
      await writeFile(join(desk.folder, 'state', 'locks', `${pathHash(path)}.lock`), JSON.stringify(lock));
      await writeFile(stagingPath(path), 'half of');
    },
  },
};

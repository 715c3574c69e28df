import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative, sep } from 'node:path';
import { DiskLocks } from '../../locks/disk-locks.ts';
import { pathHash } from '../../private/path-names.ts';
import { makePrivateFolder } from '../../private/private-folder.ts';
import { Recorder } from '../recorder/recorder.ts';
import type { RootRecorder } from '../recorder/root-recorder.ts';
import { DiskTree } from './disk-tree.ts';
import { Repositories } from './repository/repositories.ts';
import { BlobFiles } from './store/blob-files.ts';
import { GroupFiles } from './store/group-files.ts';
import { removeTorn } from './store/temporary-name.ts';

export type DiskRecorderOptions = {
  readonly root: string;
  /** The folder for the state of Corvid. */
  readonly directory: string;
  readonly maxFileBytes?: number;
  /** How far apart two changes must be to have different times. */
  readonly clockTickMs?: number;
  /** Whether folders are watched. Default: on Linux. */
  readonly watch?: boolean;
  /** Folders in which Git is found. Without them contents are not looked for in the repository. */
  readonly searchPath?: string;
};

export type OpenedRecorder = { readonly recorder: RootRecorder; readonly tree: DiskTree };

/** Opens what records the changes of one folder, in this thread. */
export async function openRecorder(options: DiskRecorderOptions): Promise<OpenedRecorder> {
  const { directory, maxFileBytes = 10 * 1024 * 1024, clockTickMs = 20 } = options;
  const { watch = process.platform === 'linux' } = options;
  const root = realpathSync.native(options.root);
  const folder = join(directory, 'checkpoints', pathHash(root));
  makePrivateFolder(folder);
  for (const each of ['.', 'blobs', 'groups', 'restoring']) removeTorn(join(folder, each));
  const blobs = new BlobFiles(join(folder, 'blobs'));
  const groups = new GroupFiles(join(folder, 'groups'));
  const journals = join(folder, 'restoring');
  const leftOut = insideOf(root, directory);
  const cookies = watch ? join(folder, 'cookie') : undefined;
  const repositories = new Repositories({
    root,
    folder: join(folder, 'git'),
    searchPath: options.searchPath,
  });
  const limits = { maxFileBytes, clockTickMs, leftOut };
  const tree = new DiskTree({ root, blobs, repositories, journals, cookies, ...limits });
  const locks = new DiskLocks({ directory });
  const alone = <T>(action: () => Promise<T>) => locks.withLock(folder, action);
  if (tree.hasUnfinished()) await alone(() => tree.finishRestores((group) => groups.save(group)));
  const server = `${hostname()} ${process.pid} ${randomBytes(4).toString('hex')}`;
  const recorder = new Recorder({ tree, groups, contents: blobs, server, now: Date.now, alone });
  return { recorder, tree };
}

/** The path of a folder inside the root; undefined if it is elsewhere. */
function insideOf(root: string, folder: string): string | undefined {
  const path = relative(root, folder).split(sep).join('/');
  return path === '' || path.startsWith('..') ? undefined : path;
}

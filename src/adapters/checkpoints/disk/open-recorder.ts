import { existsSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { DiskLocks } from '../../locks/disk-locks.ts';
import { makePrivateFolder } from '../../private/private-folder.ts';
import { expectTrustedFolder } from '../../private/trust.ts';
import { Recorder } from '../recorder/recorder.ts';
import { clockTickOf } from './clock-tick.ts';
import { DiskFiles } from './disk-files.ts';
import { DiskTree } from './disk-tree.ts';
import { Housekeeping } from './housekeeping.ts';
import { KnownFiles, type KnownFilesOptions } from './known-files.ts';
import { newInstance } from './new-instance.ts';
import { recordFolder } from './record-folder.ts';
import { Repositories } from './repository/repositories.ts';
import { keepWithinAll, noteUsage } from './store/all-roots.ts';
import { BlobFiles } from './store/blob-files.ts';
import { GroupFiles } from './store/group-files.ts';
import { limitedContents } from './store/limited-contents.ts';
import { LiveServers } from './store/live-servers.ts';
import { Retention } from './store/retention.ts';
import { removeTorn } from './store/temporary-name.ts';

const MIB = 1024 ** 2;
const DAY_MS = 86_400_000;

export type DiskRecorderOptions = {
  readonly root: string;
  /** The folder for the state of Corvid. */
  readonly directory: string;
  /** `edits`: only what file tools write is recorded; `none`: nothing, groups are only listed and undone. */
  readonly mode?: 'on' | 'edits' | 'none';
  /** Folders that are too large to be covered, as the home of the user. */
  readonly neverCovered?: readonly string[];
  /** Other folders of Corvid, which are not covered either. */
  readonly ownFolders?: readonly string[];
  /** Larger files are not saved. Default: 10 MiB. */
  readonly maxFileBytes?: number;
  /** For all contents of this folder. Default: 512 MiB. */
  readonly quotaBytes?: number;
  /** For the contents of all folders. Default: 2 GiB. */
  readonly allQuotaBytes?: number;
  readonly maxFiles?: number;
  readonly maxTreeBytes?: number;
  /** How far apart two changes must be to have different times. */
  readonly clockTickMs?: number;
  /** Whether folders are watched. Default: on Linux. */
  readonly watch?: boolean;
  /** Folders in which Git is found. Without them contents are not looked for in the repository. */
  readonly searchPath?: string;
  /** Names this server: one that goes on in another thread keeps it. */
  readonly instance?: string;
  readonly now?: () => number;
  /** Holds the lock of a path against other processes. */
  readonly alone?: <T>(path: string, action: () => Promise<T>) => Promise<T>;
};

export type OpenedRecorder = {
  readonly recorder: Recorder;
  readonly tree: DiskTree;
  readonly known: KnownFiles | undefined;
  readonly retention: Retention;
};

/** Opens what records the changes of one folder, in this thread. */
export async function openRecorder(options: DiskRecorderOptions): Promise<OpenedRecorder> {
  const { directory, now = Date.now, mode = 'on', maxFileBytes = 10 * MIB } = options;
  const { instance = newInstance() } = options;
  const root = realpathSync.native(options.root);
  const folder = recordFolder({ root, directory });
  // Above the record, too: there another user could put a folder in its place.
  for (const above of [directory, dirname(folder)]) expectTrustedFolder(above);
  makePrivateFolder(folder);
  for (const each of ['.', 'blobs', 'groups', 'restoring', 'cookie']) removeTorn(join(folder, each));
  const blobs = new BlobFiles(join(folder, 'blobs'));
  const groups = new GroupFiles(join(folder, 'groups'));
  const files = new DiskFiles({ root, blobs, journals: join(folder, 'restoring'), maxFileBytes });
  const locks = new DiskLocks({ directory });
  const locked = options.alone ?? ((path, action) => locks.withLock(path, action));
  const alone = <T>(action: () => Promise<T>) => locked(folder, action);
  if (files.hasUnfinished()) await alone(() => files.finishRestores((group) => groups.save(group)));

  const servers = mode === 'none' ? undefined : new LiveServers(join(folder, 'servers'), instance);
  const limits = { maxAgeMs: 7 * DAY_MS, maxGroups: 200, maxBytes: options.quotaBytes ?? 512 * MIB };
  const needed = () => new Set([...(known?.neededContents() ?? []), ...recorder.neededContents()]);
  const isAlone = () => servers?.isAlone() ?? false;
  const retention = new Retention({ blobs, groups, limits, needed, isAlone, now });
  const repositories = new Repositories({
    root,
    folder: join(folder, 'git'),
    searchPath: options.searchPath,
  });
  const refusal = mode === 'on' ? refusalOf(root, options.neverCovered) : undefined;
  const isCovered = mode === 'on' && refusal === undefined;
  const parts = { root, folder, blobs, repositories, maxFileBytes };
  const hasRoom = (bytes: number, isBase = false) => retention.hasRoom(bytes, { isBase });
  const known = isCovered ? new KnownFiles({ ...knownOptions(options, parts), hasRoom }) : undefined;
  const tree = new DiskTree({ files, repositories, known, refusal });
  const contents = limitedContents(blobs, hasRoom);
  const server = `${hostname()} ${process.pid} ${instance}`;
  const housekeeping = new Housekeeping(async () => {
    await tree.lookAtAll();
    retention.run();
    noteUsage(folder, { root, bytes: retention.storedBytes, usedAt: now() });
    const all = { own: folder, maxBytes: options.allQuotaBytes ?? 2048 * MIB, maxAgeMs: limits.maxAgeMs };
    keepWithinAll(dirname(folder), { ...all, now: now() });
  });
  const recorder = new Recorder({
    ...{ tree, groups, contents, server, now, alone },
    onCall: () => housekeeping.called(),
    onClose: async () => {
      await housekeeping.close();
      servers?.close();
    },
  });
  return { recorder, tree, known, retention };
}

type Parts = Pick<KnownFilesOptions, 'root' | 'blobs' | 'repositories' | 'maxFileBytes'> & { folder: string };

function knownOptions(options: DiskRecorderOptions, parts: Parts): Omit<KnownFilesOptions, 'hasRoom'> {
  const { directory, watch = process.platform === 'linux' } = options;
  const { root, folder } = parts;
  return {
    ...parts,
    maxFiles: options.maxFiles ?? 200_000,
    maxTreeBytes: options.maxTreeBytes ?? 2048 * MIB,
    clockTickMs: options.clockTickMs ?? clockTickOf(root),
    tableFile: join(folder, 'table'),
    cookies: watch ? join(folder, 'cookie') : undefined,
    leftOut: insideOf(root, [directory, ...(options.ownFolders ?? [])]),
  };
}

function refusalOf(root: string, neverCovered: readonly string[] = []): string | undefined {
  if (dirname(root) === root) return 'it is the whole disk';
  return neverCovered.includes(root) ? 'it is your home folder' : undefined;
}

/** The paths of folders inside the root. */
function insideOf(root: string, folders: readonly string[]): Set<string> {
  const paths = folders.map((folder) => relative(root, realPath(folder)).split(sep).join('/'));
  return new Set(paths.filter((path) => path !== '' && !path.startsWith('..')));
}

/** Also of a folder that is not there yet. */
function realPath(folder: string): string {
  if (dirname(folder) === folder) return folder;
  return existsSync(folder) ? realpathSync.native(folder) : join(realPath(dirname(folder)), basename(folder));
}

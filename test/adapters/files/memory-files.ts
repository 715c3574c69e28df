import { posix } from 'node:path';
import { fileChanged, fileError, notAFile } from '../../../src/adapters/files/file-errors.ts';
import { fileNotFound } from '../../../src/core/errors.ts';
import type { DirectoryEntry, FileInfo, Files, StagedFile } from '../../../src/ports/files.ts';

type MemoryFile = { readonly bytes: Uint8Array; readonly modifiedMs: number };
type Tree = { readonly files: Map<string, MemoryFile>; readonly directories: Set<string> };

/** Files that live in this process alone. A name that ends in `/` makes a directory. */
export function memoryFiles(initial: Record<string, Uint8Array | string> = {}): Files {
  const tree: Tree = { files: new Map(), directories: new Set(['/']) };
  for (const [path, content] of Object.entries(initial)) {
    if (path.endsWith('/')) makeDirectories(tree, path.slice(0, -1));
    else put(tree, path, typeof content === 'string' ? new TextEncoder().encode(content) : content.slice());
  }
  return {
    realPath: async (path) => posix.resolve('/', path),
    info: async (path) => infoOf(tree, path),
    read: async (path, range) => existing(tree, path).bytes.slice(range?.start, range?.end),
    stage: async (path, content) => stage(tree, path, content.slice()),
    remove: async (path, replacing) => {
      if (!holds(tree, path, replacing))
        throw fileChanged(path, 'another program changed or removed it meanwhile');
      tree.files.delete(path);
    },
    list: async (path) => list(tree, path),
  };
}

function infoOf({ files, directories }: Tree, path: string): FileInfo | undefined {
  const file = files.get(path);
  if (file) return { kind: 'file', size: file.bytes.length, modifiedMs: file.modifiedMs };
  return directories.has(path) ? { kind: 'directory', size: 0, modifiedMs: 0 } : undefined;
}

function existing(tree: Tree, path: string): MemoryFile {
  refuseIrregular(tree, path);
  const file = tree.files.get(path);
  if (!file) throw fileNotFound(path);
  return file;
}

function refuseIrregular({ files, directories }: Tree, path: string): void {
  if (directories.has(path)) throw notAFile(path, 'a directory');
  if (ancestors(path).some((folder) => files.has(folder))) throw belowAFile(path);
}

function belowAFile(path: string): unknown {
  return fileError(Object.assign(new Error(), { code: 'ENOTDIR' }), path);
}

function stage(tree: Tree, path: string, content: Uint8Array): StagedFile {
  refuseIrregular(tree, path);
  const made = makeDirectories(tree, posix.dirname(path));
  let open = true;
  const discard = async () => {
    if (open) removeEmpty(tree, made);
    open = false;
  };
  return {
    discard,
    async commit(replacing) {
      if (!open) throw new Error(`Already committed or discarded: ${path}`);
      if (!holds(tree, path, replacing)) {
        await discard();
        throw fileChanged(path, `another program ${replacing ? 'changed' : 'made'} it meanwhile`);
      }
      open = false;
      put(tree, path, content);
    },
  };
}

function holds({ files, directories }: Tree, path: string, expected: Uint8Array | undefined): boolean {
  const current = files.get(path)?.bytes;
  if (!current || !expected) return current === expected && !directories.has(path);
  return Buffer.compare(current, expected) === 0;
}

function put(tree: Tree, path: string, bytes: Uint8Array): void {
  makeDirectories(tree, posix.dirname(path));
  tree.files.set(path, { bytes, modifiedMs: Date.now() });
}

/** Returns those that were missing, outermost first. */
function makeDirectories({ directories }: Tree, path: string): string[] {
  const missing = [...ancestors(path), path].filter((folder) => !directories.has(folder));
  for (const folder of missing) directories.add(folder);
  return missing;
}

function removeEmpty(tree: Tree, folders: string[]): void {
  for (const folder of folders.toReversed()) {
    if (list(tree, folder).length === 0) tree.directories.delete(folder);
  }
}

function list(tree: Tree, path: string): DirectoryEntry[] {
  if (tree.files.has(path)) throw belowAFile(path);
  if (!tree.directories.has(path)) throw fileNotFound(path);
  const inside = (other: string) => other !== '/' && posix.dirname(other) === path;
  const entries = (paths: Iterable<string>, kind: 'file' | 'directory') =>
    [...paths].filter(inside).map((found) => ({ name: posix.basename(found), kind }));
  return [...entries(tree.files.keys(), 'file'), ...entries(tree.directories, 'directory')].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** The directories above a path, outermost first. */
function ancestors(path: string): string[] {
  const parent = posix.dirname(path);
  return parent === path ? [] : [...ancestors(parent), parent];
}

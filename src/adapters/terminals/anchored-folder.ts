import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { systemCode } from '../files/file-errors.ts';

/** A folder that is held open: files are made in it itself, whatever its path leads to by then. */
export type AnchoredFolder = {
  /** Opens a new file for writing. What is in its place is removed, and no link is followed. */
  create(name: string): number;
  write(name: string, text: string): void;
  remove(name: string): void;
  /** Whether its path still leads to it. */
  isInPlace(): boolean;
  close(): void;
};

const MAX_ATTEMPTS = 5;
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_DIRECTORY = 0 } = constants;

export function openAnchoredFolder(path: string): AnchoredFolder {
  const descriptor = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const { dev, ino } = fstatSync(descriptor);
  // On Linux a path through the descriptor is what openat and unlinkat do.
  const proc = `/proc/self/fd/${descriptor}`;
  const isAnchored = existsSync(`${proc}/.`);
  const base = isAnchored ? proc : path;

  function isInPlace(): boolean {
    try {
      const stats = lstatSync(path);
      return stats.dev === dev && stats.ino === ino;
    } catch {
      return false;
    }
  }

  function expectInPlace(): void {
    if (isInPlace()) return;
    const message = `the folder ${path} was replaced or removed`;
    throw Object.assign(new Error(message), { code: 'ESTALE' });
  }

  function create(name: string): number {
    if (!isAnchored) expectInPlace();
    for (let attempt = 1; ; attempt++) {
      try {
        return openSync(`${base}/${name}`, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      } catch (error) {
        if (systemCode(error) !== 'EEXIST' || attempt === MAX_ATTEMPTS) throw error;
        unlinkSync(`${base}/${name}`);
      }
    }
  }

  return {
    create,
    write(name, text) {
      const file = create(name);
      try {
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      } finally {
        closeSync(file);
      }
      expectInPlace();
    },
    remove(name) {
      try {
        if (isAnchored || isInPlace()) unlinkSync(`${base}/${name}`);
      } catch {
        // It is gone already.
      }
    },
    isInPlace,
    close: () => closeSync(descriptor),
  };
}

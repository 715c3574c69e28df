import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRandom } from '../../seeded-random.ts';

// Random changes of a folder, as commands make them. Paths are bytes: some names are no UTF-8.

export type ChangeOptions = {
  /** Pipes and files that are too large to be saved: they can be found, but not undone. */
  readonly withUnsaved: boolean;
};

type Entry = { readonly path: Buffer; readonly kind: 'file' | 'link' | 'folder' | 'special' };
type Pick = <T>(items: readonly T[]) => T | undefined;

type Hand = {
  readonly root: Buffer;
  readonly random: () => number;
  readonly pick: Pick;
  /** Files that have several names since this round: a write to one in the same round is not seen for the others. */
  readonly fresh: Set<bigint>;
};

export const LARGE_BYTES = 20_000;

const NAMES = ['a', 'b', 'c', 'd', 'x.txt', 'é日', ' ', '-rf', 'na\nme', '*', '.hidden', 'A'].map((name) =>
  Buffer.from(name),
);
const RAW_NAMES = [Buffer.from([0x66, 0xff]), Buffer.from([0xe9]), Buffer.from([0x61, 0xc3, 0x28])];
const MODES = [0o644, 0o600, 0o755, 0o444, 0o664, 0o4755, 0o2755, 0o1777, 0o700, 0o775, 0o640];
const FOLDER_MODES = [0o755, 0o700, 0o775, 0o2775, 0o1777, 0o555, 0o750];

/** Makes some random changes. The same seed makes the same ones in the same folder. */
export function changeAtRandom(root: string, seed: number, { withUnsaved }: ChangeOptions): string[] {
  const random = createRandom(seed);
  const pick: Pick = (items) => items[Math.floor(random() * items.length)];
  const hand: Hand = { root: Buffer.from(root), random, pick, fresh: new Set() };
  const count = 1 + Math.floor(random() * random() * 40);
  const done: string[] = [];
  const all = withUnsaved ? [...changes, ...unsavedChanges] : changes;
  for (let i = 0; i < count; i++) {
    const change = pick(all)!;
    try {
      change(hand);
      done.push(change.name);
    } catch {
      // Nothing of that kind was there, or the system refused it.
    }
  }
  return done;
}

const changes: ((hand: Hand) => void)[] = [
  function makeFile(hand) {
    writeFileSync(newPath(hand), text(hand), { flag: 'wx' });
  },
  function makeFileAgain(hand) {
    writeFileSync(newPath(hand), text(hand), { flag: 'wx', mode: hand.pick(MODES) });
  },
  function overwrite(hand) {
    writeFileSync(writable(hand), text(hand));
  },
  function append(hand) {
    appendFileSync(writable(hand), text(hand));
  },
  function truncate(hand) {
    truncateSync(writable(hand), Math.floor(hand.random() * 5));
  },
  function replaceByRename(hand) {
    const target = existing(hand, 'file');
    const temporary = Buffer.concat([target, Buffer.from('.new')]);
    writeFileSync(temporary, text(hand));
    renameSync(temporary, target);
  },
  function sameSizeAndTime(hand) {
    const target = writable(hand);
    const { atime, mtime } = lstatSync(target);
    const old = readFileSync(target);
    if (old.length > 0) writeFileSync(target, Buffer.from(old.map((byte) => byte ^ 1)));
    utimesSync(target, atime, mtime);
  },
  function touch(hand) {
    utimesSync(existing(hand, 'file'), new Date(), new Date(1_000_000_000_000));
  },
  function removeFile(hand) {
    unlinkSync(existing(hand, 'file'));
  },
  function removeLink(hand) {
    unlinkSync(existing(hand, 'link'));
  },
  function removeFolder(hand) {
    rmSync(existing(hand, 'folder'), { recursive: true, force: true });
  },
  function makeFolder(hand) {
    mkdirSync(newPath(hand), hand.pick(FOLDER_MODES));
  },
  function makeDeepFolders(hand) {
    const path = Buffer.concat([newPath(hand), Buffer.from('/p/q/r')]);
    mkdirSync(path, { recursive: true });
    for (const name of ['1', '2']) writeFileSync(inside(path, Buffer.from(name)), text(hand));
  },
  function recreateFolder(hand) {
    const path = existing(hand, 'folder');
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
    if (hand.random() < 0.7) writeFileSync(inside(path, hand.pick(NAMES)!), text(hand));
  },
  function chmodFile(hand) {
    chmodSync(existing(hand, 'file'), hand.pick(MODES)!);
  },
  function chmodFolder(hand) {
    chmodSync(existing(hand, 'folder'), hand.pick(FOLDER_MODES)!);
  },
  function rename(hand) {
    renameSync(existing(hand), newPath(hand));
  },
  function renameOver(hand) {
    renameSync(existing(hand), existing(hand));
  },
  function moveIntoFolder(hand) {
    renameSync(existing(hand), inside(existing(hand, 'folder'), hand.pick(NAMES)!));
  },
  function swap(hand) {
    const [one, other] = [existing(hand), existing(hand)];
    const aside = Buffer.concat([one, Buffer.from('.swap')]);
    renameSync(one, aside);
    renameSync(other, one);
    renameSync(aside, other);
  },
  function makeLink(hand) {
    symlinkSync(
      hand.pick([Buffer.from('a'), Buffer.from('/etc'), Buffer.from([0xff]), hand.root])!,
      newPath(hand),
    );
  },
  function retargetLink(hand) {
    const path = existing(hand, 'link');
    unlinkSync(path);
    symlinkSync(hand.pick([Buffer.from('b'), Buffer.from('..'), Buffer.from('nowhere')])!, path);
  },
  function folderBecomesLink(hand) {
    const path = existing(hand, 'folder');
    const aside = Buffer.concat([path, Buffer.from('.real')]);
    renameSync(path, aside);
    symlinkSync(aside.subarray(aside.lastIndexOf(0x2f) + 1), path);
  },
  function linkBecomesFolder(hand) {
    const path = existing(hand, 'link');
    unlinkSync(path);
    mkdirSync(path);
    writeFileSync(inside(path, hand.pick(NAMES)!), text(hand));
  },
  function fileBecomesFolder(hand) {
    const path = existing(hand, 'file');
    unlinkSync(path);
    mkdirSync(path);
    writeFileSync(inside(path, hand.pick(NAMES)!), text(hand));
  },
  function folderBecomesFile(hand) {
    const path = existing(hand, 'folder');
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, text(hand));
  },
  function hardLink(hand) {
    const path = existing(hand, 'file');
    linkSync(path, newPath(hand));
    hand.fresh.add(lstatSync(path, { bigint: true }).ino);
  },
  function writeInIgnored(hand) {
    const folder = inside(hand.root, Buffer.from('ignored'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(inside(folder, hand.pick(NAMES)!), text(hand));
  },
];

const unsavedChanges: ((hand: Hand) => void)[] = [
  function makeLargeFile(hand) {
    writeFileSync(newPath(hand), Buffer.alloc(LARGE_BYTES + 1 + Math.floor(hand.random() * 99), text(hand)));
  },
  function growLarge(hand) {
    appendFileSync(writable(hand), Buffer.alloc(LARGE_BYTES, 'x'));
  },
];

function text({ random }: Hand): string {
  const length = Math.floor(random() * random() * 400);
  return `${random()}\n`.repeat(Math.ceil(length / 20)).slice(0, length);
}

function inside(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from('/'), name]);
}

function newPath(hand: Hand): Buffer {
  const folder = hand.random() < 0.3 ? hand.root : (anyOf(hand, 'folder')?.path ?? hand.root);
  const name = hand.random() < 0.1 ? hand.pick(RAW_NAMES)! : hand.pick(NAMES)!;
  return inside(folder, name);
}

/** A file that may be written in this round. */
function writable(hand: Hand): Buffer {
  const path = existing(hand, 'file');
  if (hand.fresh.has(lstatSync(path, { bigint: true }).ino)) throw new Error('It has a new name.');
  return path;
}

function existing(hand: Hand, kind?: Entry['kind']): Buffer {
  const found = anyOf(hand, kind);
  if (!found) throw new Error('There is none.');
  const isFresh = found.kind === 'file' && hand.fresh.has(lstatSync(found.path, { bigint: true }).ino);
  // A name that goes in the round in which it came hides who else has the file.
  if (isFresh) throw new Error('It has a new name.');
  return found.path;
}

function anyOf(hand: Hand, kind?: Entry['kind']): Entry | undefined {
  return hand.pick(entriesBelow(hand.root).filter((entry) => kind === undefined || entry.kind === kind));
}

function entriesBelow(folder: Buffer, depth = 0): Entry[] {
  if (depth > 6) return [];
  return readdirSync(folder, 'buffer')
    .sort(Buffer.compare)
    .filter((name) => !['.gitignore', 'ignored', '.git'].includes(name.toString()))
    .flatMap((name) => {
      const path = inside(folder, name);
      const kind = kindOf(path);
      const own: Entry = { path, kind };
      return kind === 'folder' ? [own, ...entriesBelow(path, depth + 1)] : [own];
    });
}

function kindOf(path: Buffer): Entry['kind'] {
  const stats = lstatSync(path);
  if (stats.isFile()) return 'file';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'special';
}

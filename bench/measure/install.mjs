import { cpSync, symlinkSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installInto, pack } from '../npm.mjs';
import { PROJECT } from '../options.mjs';

/** What an installation puts on the disk. */
export async function measureInstall(contestants, workshop) {
  const sizes = {};
  for (const contestant of contestants) sizes[contestant.id] = await sizeOf(contestant, workshop);
  const row = (id, title, digits, value) => ({
    id,
    kind: 'value',
    title,
    digits,
    cells: Object.fromEntries(
      Object.entries(sizes).map(([server, size]) => [server, size.error ? size : { value: value(size) }]),
    ),
  });
  return {
    id: 'install',
    title: 'Installation',
    about:
      'node_modules after an installation into an empty folder without install scripts; Corvid from npm pack.',
    rows: [
      row('disk', 'on disk, MiB', 1, ({ bytes }) => bytes / 2 ** 20),
      row('files', 'files', 0, ({ files }) => files),
      row('packages', 'packages', 0, ({ packages }) => packages),
    ],
  };
}

async function sizeOf({ installedIn }, workshop) {
  try {
    const folder = join(installedIn ?? (await installCorvid(workshop)), 'node_modules');
    return await weigh(folder);
  } catch (error) {
    return { error: error.message };
  }
}

async function installCorvid(workshop) {
  const archive = await pack(copyOfProject(workshop), workshop.folder('pack'));
  const folder = workshop.folder('corvid-install');
  await installInto(folder, { corvid: `file:${archive}` });
  return folder;
}

/** Packing builds anew, and a benchmark must not rebuild the tree that others are working in. */
function copyOfProject(workshop) {
  const copy = workshop.folder('project');
  const leftOut = new Set(['node_modules', '.git', 'dist'].map((name) => join(PROJECT, name)));
  cpSync(PROJECT, copy, { recursive: true, filter: (path) => !leftOut.has(path) });
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

async function weigh(folder) {
  const total = { bytes: 0, files: 0, packages: 0 };
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) add(total, await weigh(path));
    else {
      const { size, blocks } = await lstat(path);
      add(total, { bytes: blocks === undefined ? size : blocks * 512, files: 1, packages: 0 });
    }
    if (isPackageFolder(folder, entry)) total.packages += 1;
  }
  return total;
}

function isPackageFolder(folder, entry) {
  if (!entry.isDirectory() || /^[.@]/.test(entry.name)) return false;
  return /[\\/]node_modules([\\/]@[^\\/]+)?$/.test(folder);
}

function add(total, { bytes, files, packages }) {
  total.bytes += bytes;
  total.files += files;
  total.packages += packages;
}

import { dirname } from 'node:path';
import { systemCode } from '../files/file-errors.ts';
import { mkdir } from '../files/quick-io.ts';

/** Makes a folder and those above it, for this user alone. (Node's own recursive mkdir never ends below /proc.) */
export async function makePrivateFolder(folder: string): Promise<void> {
  if (await couldMake(folder)) return;
  await makePrivateFolder(dirname(folder));
  if (!(await couldMake(folder))) throw new Error(`The folder cannot be made: ${folder}`);
}

/** False if the folder above it is missing. */
async function couldMake(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) === 'ENOENT' && dirname(folder) !== folder) return false;
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  return true;
}

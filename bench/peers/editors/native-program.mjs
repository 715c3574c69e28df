import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the package that holds a program for this platform, where the main package only finds and starts it. */
export async function platformPackage(folder, prefix) {
  const name = (await readdir(folder)).find((one) => one.startsWith(prefix));
  if (!name) throw new Error('its package has no program for this platform');
  return join(folder, name);
}

export function programName(name) {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

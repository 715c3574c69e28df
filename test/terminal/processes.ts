import { readdir, readFile } from 'node:fs/promises';

/** The processes whose home is that folder: a server, its shells and all that they started. */
export async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environ = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
      return environ.includes(`HOME=${folder}`) && command !== ''
        ? `${pid} ${command.replaceAll('\0', ' ')}`
        : '';
    }),
  );
  return found.filter(Boolean);
}

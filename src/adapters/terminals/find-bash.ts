import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The user's bash: on macOS often a newer one than the system's. */
export function findBash(path = ''): string {
  const name = process.platform === 'win32' ? 'bash.exe' : 'bash';
  const candidates = [
    ...path
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, name)),
    '/bin/bash',
  ];
  const bash = candidates.find((candidate) => existsSync(candidate));
  if (bash !== undefined) return bash;
  const hint = 'Install bash and start the server again. All other tools work.';
  throw Object.assign(new Error('there is no bash in the PATH of the server.'), { hint });
}

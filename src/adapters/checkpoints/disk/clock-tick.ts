import { statfsSync } from 'node:fs';
import { release } from 'node:os';

/** Older systems count the times of files in ticks of up to 10 ms. */
const COARSE_TICK_MS = 20;

/** ext4, xfs, btrfs, tmpfs: since Linux 6.13 a change after a look has another time than before it. */
const EXACT = [0xef53, 0x58465342, 0x9123683e, 0x01021994];

/** How far apart two changes of a file in this folder must be to have different times; 0 if they always have. */
export function clockTickOf(folder: string): number {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  const isExactSystem = process.platform === 'linux' && (major > 6 || (major === 6 && minor >= 13));
  return isExactSystem && EXACT.includes(statfsSync(folder).type) ? 0 : COARSE_TICK_MS;
}

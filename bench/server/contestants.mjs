import { fileURLToPath } from 'node:url';
import { smallEnvironment } from '../environment.mjs';
import { corvid } from './corvid.mjs';
import { DESKTOP_COMMANDER_TITLE, desktopCommander } from './desktop-commander.mjs';
import { FILESYSTEM_TITLE, filesystem } from './filesystem.mjs';

export const FLOOR = 'floor';

/** The servers that take part, and for each one that cannot, why. */
export async function prepareContestants(workshop, { servers, entry, built }) {
  const contestants = [];
  const absent = [];
  for (const id of servers) {
    try {
      contestants.push(await prepare[id](workshop, { entry, built }));
    } catch (error) {
      absent.push({ id, title: titles[id], reason: error.message });
    }
  }
  return { contestants, absent };
}

/** What no server in Node can be faster than. */
export function bareNode(workshop) {
  const program = fileURLToPath(new URL('bare-node-program.mjs', import.meta.url));
  const launch = {
    argv: [program],
    env: smallEnvironment(workshop.folder('bare-home')),
    cwd: workshop.files,
  };
  return { id: FLOOR, title: 'bare Node', launch };
}

const titles = {
  corvid: 'Corvid',
  filesystem: FILESYSTEM_TITLE,
  'desktop-commander': DESKTOP_COMMANDER_TITLE,
};

const prepare = {
  corvid: async (workshop, { entry, built }) => {
    if (!built) throw new Error('not built: run npm run build first');
    return corvid(workshop, entry);
  },
  filesystem,
  'desktop-commander': desktopCommander,
};

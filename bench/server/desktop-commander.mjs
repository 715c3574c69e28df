import { smallEnvironment } from '../environment.mjs';
import { commandOf, installPeer } from '../npm.mjs';
import { DESKTOP_COMMANDER, prepareDesktopCommanderHome, QUIET_DESKTOP_COMMANDER } from '../peer-servers.mjs';

export const DESKTOP_COMMANDER_TITLE = `desktop-commander ${DESKTOP_COMMANDER.version}`;

export async function desktopCommander(workshop) {
  const installedIn = await installPeer(DESKTOP_COMMANDER, workshop);
  const home = workshop.folder('desktop-commander-home');
  prepareDesktopCommanderHome(home, workshop.files);
  const { args, env } = QUIET_DESKTOP_COMMANDER;
  return {
    id: 'desktop-commander',
    title: DESKTOP_COMMANDER_TITLE,
    installedIn,
    launch: {
      argv: [await commandOf(installedIn, DESKTOP_COMMANDER.name), ...args],
      env: smallEnvironment(home, env),
      cwd: workshop.files,
    },
    trivial: () => ['list_searches', {}],
    read: (path) => ['read_file', { path }],
    readHead: (path, lines) => ['read_file', { path, offset: 0, length: lines }],
    edit: (path, from, to) => ['edit_block', { file_path: path, old_string: from, new_string: to }],
  };
}

import { commandOf, installPeer } from '../../npm.mjs';
import {
  DESKTOP_COMMANDER,
  prepareDesktopCommanderHome,
  QUIET_DESKTOP_COMMANDER,
} from '../../peer-servers.mjs';
import { editorEnvironment } from './environment.mjs';
import { openMcpSession } from './mcp-session.mjs';

const { args, env: quiet } = QUIET_DESKTOP_COMMANDER;

export const desktopCommander = {
  id: 'desktop-commander',
  title: 'Desktop Commander',
  version: DESKTOP_COMMANDER.version,
  install: async (workshop) =>
    commandOf(await installPeer(DESKTOP_COMMANDER, workshop), DESKTOP_COMMANDER.name),
  async open({ installed, root, home }) {
    prepareDesktopCommanderHome(home, root);
    const launch = { argv: [installed, ...args], env: editorEnvironment(home, quiet), cwd: root };
    return openMcpSession(launch, {
      toRead: ({ path, window: [first, last] }) => [
        'read_file',
        { path, offset: first - 1, length: last - first + 1 },
      ],
      toCall: (one) => [
        'edit_block',
        { file_path: one.path, old_string: one.old, new_string: one.new, expected_replacements: 1 },
      ],
    });
  },
};

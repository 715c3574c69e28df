import { commandOf, installPeer } from '../../npm.mjs';
import { FILESYSTEM } from '../../peer-servers.mjs';
import { editorEnvironment } from './environment.mjs';
import { openMcpSession } from './mcp-session.mjs';

export const filesystem = {
  id: 'filesystem',
  title: 'server-filesystem',
  version: FILESYSTEM.version,
  install: async (workshop) => commandOf(await installPeer(FILESYSTEM, workshop), FILESYSTEM.name),
  open: ({ installed, root, home }) =>
    openMcpSession({ argv: [installed, root], env: editorEnvironment(home), cwd: root }, (one) => [
      'edit_file',
      { path: one.path, edits: [{ oldText: one.old, newText: one.new }] },
    ]),
};

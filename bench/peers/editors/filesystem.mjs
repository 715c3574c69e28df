import { commandOf, installPeer } from '../../npm.mjs';
import { editorEnvironment } from './environment.mjs';
import { openMcpSession } from './mcp-session.mjs';

const PACKAGE = { name: '@modelcontextprotocol/server-filesystem', version: '2026.8.31' };

export const filesystem = {
  id: 'filesystem',
  title: 'server-filesystem',
  version: PACKAGE.version,
  install: async (workshop) => commandOf(await installPeer(PACKAGE, workshop), PACKAGE.name),
  open: ({ installed, root, home }) =>
    openMcpSession({ argv: [installed, root], env: editorEnvironment(home), cwd: root }, (one) => [
      'edit_file',
      { path: one.path, edits: [{ oldText: one.old, newText: one.new }] },
    ]),
};

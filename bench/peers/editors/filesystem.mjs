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
    openMcpSession(
      { argv: [installed, root], env: editorEnvironment(home), cwd: root },
      {
        takesLists: true,
        toRead: ({ path }) => ['read_text_file', { path }],
        toCall: ({ path, edits, ...one }) => [
          'edit_file',
          { path, edits: (edits ?? [one]).map((each) => ({ oldText: each.old, newText: each.new })) },
        ],
      },
    ),
};

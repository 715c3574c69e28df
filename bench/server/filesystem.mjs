import { smallEnvironment } from '../environment.mjs';
import { commandOf, installPeer } from '../npm.mjs';
import { FILESYSTEM } from '../peer-servers.mjs';

export const FILESYSTEM_TITLE = `server-filesystem ${FILESYSTEM.version}`;

export async function filesystem(workshop) {
  const installedIn = await installPeer(FILESYSTEM, workshop);
  return {
    id: 'filesystem',
    title: FILESYSTEM_TITLE,
    installedIn,
    launch: {
      argv: [await commandOf(installedIn, FILESYSTEM.name), workshop.files],
      env: smallEnvironment(workshop.folder('filesystem-home')),
      cwd: workshop.files,
    },
    trivial: () => ['list_allowed_directories', {}],
    read: (path) => ['read_text_file', { path }],
    readHead: (path, lines) => ['read_text_file', { path, head: lines }],
    edit: (path, from, to) => ['edit_file', { path, edits: [{ oldText: from, newText: to }] }],
  };
}

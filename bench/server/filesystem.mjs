import { commandOf, installPeer } from '../npm.mjs';
import { serverEnvironment } from './environment.mjs';

const PACKAGE = { name: '@modelcontextprotocol/server-filesystem', version: '2026.8.31' };

export const FILESYSTEM_TITLE = `server-filesystem ${PACKAGE.version}`;

export async function filesystem(workshop) {
  const installedIn = await installPeer(PACKAGE, workshop);
  return {
    id: 'filesystem',
    title: FILESYSTEM_TITLE,
    installedIn,
    launch: {
      argv: [await commandOf(installedIn, PACKAGE.name), workshop.files],
      env: serverEnvironment(workshop.folder('filesystem-home')),
      cwd: workshop.files,
    },
    trivial: () => ['list_allowed_directories', {}],
    read: (path) => ['read_text_file', { path }],
    readHead: (path, lines) => ['read_text_file', { path, head: lines }],
    edit: (path, from, to) => ['edit_file', { path, edits: [{ oldText: from, newText: to }] }],
  };
}

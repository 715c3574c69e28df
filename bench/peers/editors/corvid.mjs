import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD, PROJECT } from '../../options.mjs';
import { fileDigest } from '../saved-results.mjs';
import { editorEnvironment } from './environment.mjs';
import { openMcpSession } from './mcp-session.mjs';

export const corvid = {
  id: 'corvid',
  title: 'Corvid',
  version: JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).version,
  /** Two builds have the same version: results belong to this one. */
  fingerprint: () => fileDigest(join(PROJECT, 'dist', 'main.cjs')),
  async install() {
    if (!existsSync(BUILD)) throw new Error('not built: run npm run build first');
  },
  async open({ root, home }) {
    const argv = [BUILD, 'mcp', '--root', root, '--state-dir', join(home, 'state')];
    const launch = { argv, env: editorEnvironment(home), cwd: root };
    const strings = (one) => ({ old_string: one.old, new_string: one.new });
    const session = await openMcpSession(launch, {
      takesLists: true,
      toRead: ({ path, window: [start_line, end_line] }) => ['file_read', { path, start_line, end_line }],
      toCall: ({ path, edits, ...one }) => [
        'edit_file',
        edits ? { path, edits: edits.map(strings) } : { path, ...strings(one) },
      ],
    });
    const undo = (path) => session.call('file_editor', { command: 'undo_edit', path });
    return { ...session, undo };
  },
};

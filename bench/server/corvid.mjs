import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD, PROJECT } from '../options.mjs';
import { serverEnvironment } from './environment.mjs';

export function corvid(workshop, entry) {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  return {
    id: 'corvid',
    title: `Corvid ${version}`,
    launch: {
      argv: [
        snapshotOf(entry, workshop),
        'mcp',
        '--root',
        workshop.files,
        '--state-dir',
        workshop.folder('corvid-state'),
      ],
      env: serverEnvironment(workshop.folder('corvid-home')),
      cwd: workshop.files,
    },
    trivial: (path) => ['file_read', { path }],
    read: (path) => ['file_read', { path }],
    readHead: (path, lines) => ['file_read', { path, start_line: 1, end_line: lines }],
    edit: (path, from, to) => ['file_editor', { command: 'str_replace', path, old_str: from, new_str: to }],
  };
}

/** A copy of the build, so that one made anew meanwhile does not change what is measured. */
function snapshotOf(entry, workshop) {
  if (entry !== BUILD) return entry;
  const folder = workshop.folder('corvid-build');
  for (const name of ['package.json', 'dist'])
    cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  return join(folder, 'dist', 'corvid.cjs');
}

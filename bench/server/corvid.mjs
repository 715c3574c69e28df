import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchOf, programIn, snapshotBuild } from '../builds.mjs';
import { BUILD, PROJECT } from '../options.mjs';

export function corvid(workshop, entry) {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  return {
    id: 'corvid',
    title: `Corvid ${version}`,
    launch: launchOf(entry === BUILD ? programIn(snapshotBuild(workshop)) : entry, workshop, 'corvid'),
    trivial: (path) => ['file_read', { path }],
    read: (path) => ['file_read', { path }],
    readHead: (path, lines) => ['file_read', { path, start_line: 1, end_line: lines }],
    edit: (path, from, to) => ['file_editor', { command: 'str_replace', path, old_str: from, new_str: to }],
  };
}

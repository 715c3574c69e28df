// Fails unless the package may be published and a tag names the version that every file of the package names, and the
// changelog has a part for it.
//   node scripts/check-release.mjs v1.2.3
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyUnpublished } from './server-json.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const tag = process.argv[2] ?? '';
const own = JSON.parse(read('package.json'));
const reason = whyUnpublished(JSON.parse(read('packaging/published.json')), own);
if (reason !== undefined) console.error(reason);
const versions = {
  'package.json': own.version,
  'package-lock.json': JSON.parse(read('package-lock.json')).version,
};
const wrong = Object.entries(versions).filter(([, version]) => `v${version}` !== tag);
for (const [file, version] of wrong) console.error(`${file} says ${version}, the tag says ${tag}`);
const isTold = read('CHANGELOG.md').includes(`## ${tag.slice(1)}\n`);
if (!isTold) console.error(`CHANGELOG.md has no part '## ${tag.slice(1)}': rename 'Unreleased'`);
process.exitCode = reason !== undefined || wrong.length > 0 || !isTold ? 1 : 0;

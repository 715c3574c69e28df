// Packs dist/ and its parsers into one .mcpb file for desktop clients: node scripts/pack-mcpb.mjs <the mcpb command> [folder]
// The parsers are those of this platform, so the file is for this platform.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [mcpb, destination = root] = process.argv.slice(2);
if (!mcpb) {
  console.error('usage: node scripts/pack-mcpb.mjs <path of the mcpb command> [destination folder]');
  process.exit(2);
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const manifest = JSON.parse(readFileSync(join(root, 'packaging', 'mcpb-manifest.json'), 'utf8'));
const staging = mkdtempSync(join(tmpdir(), 'corvid-mcpb-'));
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: staging, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

try {
  const [packed] = Object.values(
    JSON.parse(run('npm', 'pack', root, '--ignore-scripts', '--json', '--loglevel=error')),
  );
  writeFileSync(join(staging, 'package.json'), '{ "private": true }\n');
  run(
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
    `./${packed.filename}`,
  );
  for (const file of [packed.filename, 'package.json', 'package-lock.json']) rmSync(join(staging, file));
  const compatibility = { ...manifest.compatibility, platforms: [process.platform] };
  const described = { ...manifest, version, compatibility };
  writeFileSync(join(staging, 'manifest.json'), `${JSON.stringify(described, null, 2)}\n`);
  const file = resolve(destination, `corvid-${version}-${process.platform}-${process.arch}.mcpb`);
  run(process.execPath, mcpb, 'validate', 'manifest.json');
  run(process.execPath, mcpb, 'pack', staging, file);
  console.log(file);
} finally {
  rmSync(staging, { recursive: true, force: true });
}

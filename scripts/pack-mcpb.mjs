// Packs dist/ and its parsers into one .mcpb file for desktop clients: node scripts/pack-mcpb.mjs <the mcpb command> [folder]
// The parsers are those of this platform, so the file is for this platform.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [command, destination = root] = process.argv.slice(2);
if (!command) {
  console.error('usage: node scripts/pack-mcpb.mjs <path of the mcpb command> [destination folder]');
  process.exit(2);
}

const mcpb = resolve(command);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const manifest = JSON.parse(readFileSync(join(root, 'packaging', 'mcpb-manifest.json'), 'utf8'));
const LOCK = ['package.json', 'package-lock.json'];
const staging = mkdtempSync(join(tmpdir(), 'corvid-mcpb-'));
const run = (program, ...args) =>
  execFileSync(program, args, { cwd: staging, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

try {
  const [packed] = Object.values(
    JSON.parse(run('npm', 'pack', root, '--ignore-scripts', '--json', '--loglevel=error')),
  );
  // The parsers come from the lock, with its checksums; the package itself is unpacked beside them.
  for (const file of LOCK) copyFileSync(join(root, file), join(staging, file));
  run(
    'npm',
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  );
  const own = join(staging, 'node_modules', 'corvid');
  mkdirSync(own);
  run('tar', '-xzf', packed.filename, '-C', own, '--strip-components=1');
  for (const file of [packed.filename, ...LOCK]) rmSync(join(staging, file));
  const compatibility = { ...manifest.compatibility, platforms: [process.platform] };
  const described = { ...manifest, version, compatibility };
  writeFileSync(join(staging, 'manifest.json'), `${JSON.stringify(described, null, 2)}\n`);
  mkdirSync(destination, { recursive: true });
  const file = resolve(destination, `corvid-${version}-${process.platform}-${process.arch}.mcpb`);
  run(process.execPath, mcpb, 'validate', 'manifest.json');
  run(process.execPath, mcpb, 'pack', staging, file);
  console.log(file);
} finally {
  rmSync(staging, { recursive: true, force: true });
}

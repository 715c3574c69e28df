// Bundles the command and the library into dist/: few files and no dependencies, so that installation and start-up are fast.
//   dist/corvid.cjs      the command: starts main.cjs with its compiled code from a cache
//   dist/main.cjs        all that the server needs, in one file
//   dist/command/*.cjs   what the command loads on first use
//   dist/index.js        the library, and dist/library/*.js what it loads on first use
//   dist/parser-host.cjs the process in which parsers live, and dist/grammars/*.wasm what it reads
//   dist/web-host.cjs    the process in which web pages become text
//   dist/third-party.*   whose work is in the bundles, and the texts of their licences
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { importSource } from './import-source.mjs';
import { writeOptionTypes } from './option-docs.mjs';
import { bundledPackages, noticesOf } from './third-party.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);
const { dependencies, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const published = JSON.parse(readFileSync(join(root, 'packaging', 'published.json'), 'utf8'));

const charsetModules = ['src/adapters/charsets/chardetng.ts', 'src/adapters/charsets/iconv-codec.ts'];
const terminalModules = [
  'src/adapters/terminals/pty-terminals.ts',
  'src/adapters/terminals/tmux/tmux-terminals.ts',
  'src/core/terminal/output/screen.ts',
];
const commandModules = [
  ...['acp', 'seldom', 'mcp-http'].map((name) => `src/cli/commands/${name}.ts`),
  'src/cli/install/config-text.ts',
];
const acpModules = ['src/acp/run-agent.ts', 'src/acp/link/editor-link.ts'];
const heavyModules = [...commandModules, ...acpModules, ...charsetModules, ...terminalModules];
const { languages } = await importSource(root, 'src/core/languages/index.ts');
const grammars = new Set(Object.values(languages).map(({ grammar }) => grammar));
const nameOf = (path) => basename(path, '.ts');

/** Heavy modules stay outside the one file of the command and are required when they are first imported. */
const heavyOutside = (folder) => ({
  name: 'heavy-outside',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      const isHeavy =
        kind === 'dynamic-import' && heavyModules.some((heavy) => nameOf(heavy) === nameOf(path));
      return isHeavy ? { path: `${folder}/${nameOf(path)}.cjs`, external: true } : undefined;
    });
  },
});

const common = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  // dist/third-party.txt has the whole licences.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  // It chooses a binary for the platform it is installed on.
  external: ['@lydell/node-pty'],
  define: { CORVID_VERSION: JSON.stringify(version), CORVID_PUBLISHED: JSON.stringify(published.npm) },
  // The SDK would bring a JSON-schema validator for questions to the user, which Corvid never asks.
  alias: { '@modelcontextprotocol/server/_shims': './src/mcp/sdk-shims.ts' },
};

// Only few need it, and at the start it would take a millisecond or more.
const withModuleUrl = {
  define: { ...common.define, 'import.meta.url': '__module.url' },
  banner: { js: "const __module={get url(){return require('node:url').pathToFileURL(__filename).href}};" },
};

// Before the builds begin: they write on their own time.
rmSync(dist, { recursive: true, force: true });

const commandOptions = {
  ...common,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // jsonc-parser's other build cannot be bundled.
  alias: { ...common.alias, 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // Code from the cache cannot import(), but it can require().
  supported: { 'dynamic-import': false },
  ...withModuleUrl,
};

const commandBuild = build({
  ...commandOptions,
  entryPoints: { corvid: 'src/cli/launch.ts', main: 'src/cli/main.ts' },
  plugins: [heavyOutside('./command')],
});

const heavyBuild = build({
  ...commandOptions,
  entryPoints: Object.fromEntries(heavyModules.map((path) => [`command/${nameOf(path)}`, path])),
  plugins: [heavyOutside('.')],
});

const hostBuild = build({
  ...common,
  entryPoints: {
    'parser-host': 'src/adapters/parsers/parser-host.ts',
    'web-host': 'src/adapters/web/web-host.ts',
  },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  external: Object.keys(dependencies),
  // jsonc-parser's other build cannot be bundled.
  mainFields: ['module', 'main'],
  ...withModuleUrl,
});

const libraryBuild = build({
  ...common,
  entryPoints: { index: 'src/index.ts' },
  format: 'esm',
  splitting: true,
  chunkNames: 'library/[name]-[hash]',
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
});

const results = await Promise.all([commandBuild, heavyBuild, hostBuild, libraryBuild]);
const copy = (specifier, path) => copyFileSync(require.resolve(specifier), join(dist, path));
copy('chardetng-wasm/dist/chardetng_wasm_bg.wasm', 'chardetng_wasm_bg.wasm');
copy('web-tree-sitter/web-tree-sitter.wasm', 'web-tree-sitter.wasm');
mkdirSync(join(dist, 'grammars'));
for (const name of grammars) {
  copy(`tree-sitter-wasm/${name}/tree-sitter-${name}.wasm`, `grammars/${name}.wasm`);
}
const thirdParty = bundledPackages(
  root,
  results.map(({ metafile }) => metafile),
  ['chardetng-wasm', 'web-tree-sitter', 'tree-sitter-wasm'],
);
writeFileSync(join(dist, 'third-party.txt'), noticesOf(thirdParty));
writeFileSync(join(dist, 'third-party.json'), JSON.stringify(thirdParty.map(({ text, ...rest }) => rest)));
chmodSync(join(dist, 'corvid.cjs'), 0o755);
if (process.argv.includes('--types')) {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-p', 'tsconfig.types.json'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  await writeOptionTypes(root);
}

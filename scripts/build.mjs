// Bundles the command and the library into dist/: few files and few dependencies, so that installation and start are fast.
//   dist/corvid.cjs      the command: starts one of these two with its compiled code from a cache
//   dist/server.cjs      the MCP server over stdio; a module in it runs when it is first imported
//   dist/main.cjs        all of the command
//   dist/packages/*.cjs  large packages that the command and the library load on first use
//   dist/index.js        the library, readable and with source maps, and dist/library/*.js what it loads on first use
//   dist/*-host.cjs      the child processes for parsers and web pages, the worker for checkpoints, and dist/grammars/*.wasm what they read
//   dist/page/*.gz       the page of `corvid watch`
//   dist/third-party.*   whose work is in the bundles, and the texts of their licences
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './build-page.mjs';
import { importSource } from './import-source.mjs';
import { loadedByLibrary, loadedOnFirstUse, packageEntries } from './loaded-packages.mjs';
import { writeOptionTypes } from './option-docs.mjs';
import { bundledPackages, noticesOf } from './third-party.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);
const { dependencies, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const published = JSON.parse(readFileSync(join(root, 'packaging', 'published.json'), 'utf8'));
const { languages } = await importSource(root, 'src/core/languages/index.ts');
const grammars = new Set(Object.values(languages).map(({ grammar }) => grammar));

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
  alias: {
    // The SDK would bring a JSON-schema validator for questions to the user, which Corvid never asks.
    '@modelcontextprotocol/server/_shims': './src/mcp/sdk-shims.ts',
    // Its other build cannot be bundled.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  },
};

// Few modules need it, and at the start it would take a millisecond or more.
const withModuleUrl = {
  define: { ...common.define, 'import.meta.url': '__module.url' },
  banner: { js: "const __module={get url(){return require('node:url').pathToFileURL(__filename).href}};" },
};

const commonJs = { ...common, ...withModuleUrl, format: 'cjs', outExtension: { '.js': '.cjs' } };

// Before the builds begin, since they write while they run.
rmSync(dist, { recursive: true, force: true });

const commandBuild = build({
  ...commonJs,
  entryPoints: { corvid: 'src/cli/launch.ts', server: 'src/cli/serve.ts', main: 'src/cli/main.ts' },
  // Code from the cache cannot import(), but it can require().
  supported: { 'dynamic-import': false },
  plugins: [loadedOnFirstUse],
});

// Tables of characters take half the space unescaped. The command itself is read as Latin-1.
const unescaped = { charset: 'utf8' };

const packagesBuild = build({ ...commonJs, ...unescaped, entryPoints: packageEntries });

const hostBuild = build({
  ...commonJs,
  ...unescaped,
  entryPoints: {
    'parser-host': 'src/adapters/parsers/parser-host.ts',
    'recorder-host': 'src/adapters/checkpoints/worker/recorder-host.ts',
    'web-host': 'src/adapters/web/web-host.ts',
  },
  external: Object.keys(dependencies),
});

/** Maps lead to our source; those of packages would take half of their space. */
const withoutMaps = {
  name: 'without-maps-of-packages',
  setup({ onLoad }) {
    const empty = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');
    const comment = `\n//# sourceMappingURL=data:application/json;base64,${empty}`;
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8') + comment,
      loader: 'js',
    }));
  },
};

const libraryBuild = build({
  ...common,
  ...unescaped,
  entryPoints: { index: 'src/index.ts' },
  format: 'esm',
  minify: false,
  sourcemap: true,
  // The bundle is readable itself.
  sourcesContent: false,
  splitting: true,
  chunkNames: 'library/[name]-[hash]',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  plugins: [loadedByLibrary, withoutMaps],
});

const pageBuild = buildPage(root).then((metafile) => ({ metafile }));
const results = await Promise.all([commandBuild, packagesBuild, hostBuild, libraryBuild, pageBuild]);
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

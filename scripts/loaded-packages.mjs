// Large packages of others that are loaded on first use. They hold none of our code, so each class of ours exists once.

const packages = [
  { name: 'iconv-lite', source: 'iconv-lite', filter: /^iconv-lite$/ },
  { name: 'xterm-headless', source: '@xterm/headless', filter: /^@xterm\/headless$/ },
  { name: 'mcp-client', source: './src/cli/mcp-client.ts', filter: /\/mcp-client\.ts$/ },
  {
    name: 'import-module',
    source: './src/cli/plugins/import-module.ts',
    filter: /\/import-module\.ts$/,
  },
];

export const packageEntries = Object.fromEntries(
  packages.map(({ name, source }) => [`packages/${name}`, source]),
);

/** For the files of the command, which require them. */
export const loadedOnFirstUse = {
  name: 'loaded-on-first-use',
  setup({ onResolve }) {
    for (const { name, filter } of packages)
      onResolve({ filter }, () => ({ path: `./packages/${name}.cjs`, external: true }));
  },
};

/** For the files in dist/library/: an ES module cannot see the exports of a minified package, but can require it. */
export const loadedByLibrary = {
  name: 'loaded-by-library',
  setup({ onResolve, onLoad }) {
    for (const { name, filter } of packages)
      onResolve({ filter }, () => ({ path: name, namespace: 'loaded-package' }));
    onLoad({ filter: /.*/, namespace: 'loaded-package' }, ({ path }) => ({
      contents: `module.exports = require('../packages/${path}.cjs');`,
    }));
    onResolve({ filter: /^\.\.\/packages\// }, ({ path }) => ({ path, external: true }));
  },
};

// Bundles the page of `corvid watch` into dist/page/, compressed: what the browser loads is served as it is.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Returns esbuild's account of what is in the bundle. */
export async function buildPage(root) {
  const out = join(root, 'dist', 'page');
  mkdirSync(out, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    outdir: out,
    entryPoints: { main: 'page/main.tsx', style: 'page/style/main.css' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    // A package decodes entities by innerHTML, which the page's policy forbids, except in workers.
    conditions: ['worker'],
    target: 'es2023',
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file' },
    assetNames: '[name]',
    chunkNames: '[name]-[hash]',
  });
  for (const name of ['index.html', 'raven.svg']) copyFileSync(join(root, 'page', name), join(out, name));
  const names = readdirSync(out);
  for (const name of names) {
    writeFileSync(join(out, `${name}.gz`), gzipSync(readFileSync(join(out, name)), { level: 9 }));
    rmSync(join(out, name));
  }
  writeFileSync(join(out, 'files.json'), JSON.stringify(names));
  return metafile;
}

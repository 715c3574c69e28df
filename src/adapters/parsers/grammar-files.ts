import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A compiled grammar of tree-sitter: the build puts them into one folder, in the source tree they are in their package. */
export function grammarFile(name: string): string {
  return builtFile(`grammars/${name}.wasm`) ?? inPackage(`tree-sitter-wasm/${name}/tree-sitter-${name}.wasm`);
}

/** A file that the build copies from a package into its folder. */
export function copiedFile(name: string, specifier: string): string {
  return builtFile(name) ?? inPackage(specifier);
}

function builtFile(name: string): string | undefined {
  const path = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

function inPackage(specifier: string): string {
  return createRequire(import.meta.url).resolve(specifier);
}

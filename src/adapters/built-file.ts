import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * A file that the build puts into dist/, where the code that asks for it is in dist/ or in a folder below; undefined
 * in the source tree.
 */
export function builtFile(name: string): string | undefined {
  const paths = ['./', '../'].map((folder) => fileURLToPath(new URL(`${folder}${name}`, import.meta.url)));
  return paths.find((path) => existsSync(path));
}

/** The same file in the package that the build copies it from. */
export function fileInPackage(specifier: string): string {
  return createRequire(import.meta.url).resolve(specifier);
}

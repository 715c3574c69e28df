import { builtFile, fileInPackage } from '../built-file.ts';

/** A compiled grammar of tree-sitter: the build puts them into one folder, in the source tree they are in their package. */
export function grammarFile(name: string): string {
  const specifier = `tree-sitter-wasm/${name}/tree-sitter-${name}.wasm`;
  return builtFile(`grammars/${name}.wasm`) ?? fileInPackage(specifier);
}

/** The runtime of tree-sitter. */
export function runtimeFile(): string {
  return builtFile('web-tree-sitter.wasm') ?? fileInPackage('web-tree-sitter/web-tree-sitter.wasm');
}

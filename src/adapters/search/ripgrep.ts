import { createRequire } from 'node:module';
import type { SearchRequest } from '../../ports/search.ts';

/** The program that its package brings for this platform; undefined if there is none. */
export function ripgrepFile(): string | undefined {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  try {
    const main = createRequire(import.meta.url).resolve('@vscode/ripgrep');
    return createRequire(main).resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`);
  } catch {
    return undefined;
  }
}

/** Long lines are left out of the output: only the numbers are read. */
const LINE_OUTPUT = ['--line-number', '--no-heading', '--with-filename', '--max-columns=1', '--color=never'];

/** `ignoreFile` has the globs. */
export function ripgrepArguments(request: SearchRequest, ignoreFile: string | undefined): string[] {
  const { path, pattern, isLiteral, language, includeHidden } = request;
  const cases = { smart: '--smart-case', sensitive: '--case-sensitive', insensitive: '--ignore-case' };
  return [
    '--no-config',
    '--no-messages',
    '--null',
    // .gitignore counts outside of a repository, too.
    '--no-require-git',
    ...(includeHidden ? ['--hidden', '--glob=!.git'] : []),
    ...(ignoreFile === undefined ? [] : [`--ignore-file=${ignoreFile}`]),
    ...(language === undefined ? [] : [`--type=${typeOf(language)}`]),
    ...(pattern === undefined
      ? ['--files']
      : [
          ...LINE_OUTPUT,
          cases[request.case],
          ...(isLiteral ? ['--fixed-strings'] : []),
          ...(spansLines(pattern, isLiteral) ? ['--multiline'] : []),
          `--regexp=${pattern}`,
        ]),
    '--',
    path,
  ];
}

/** Names that ripgrep has under another one. */
const types: Readonly<Record<string, string>> = {
  javascript: 'js',
  typescript: 'ts',
  python: 'py',
  jsx: 'js',
  tsx: 'ts',
  bash: 'sh',
  shell: 'sh',
  golang: 'go',
  'c++': 'cpp',
  'c#': 'cs',
  rs: 'rust',
  rb: 'ruby',
  yml: 'yaml',
  kt: 'kotlin',
};

function typeOf(language: string): string {
  const name = language.toLowerCase();
  return types[name] ?? name;
}

/** ripgrep finds a line break only with `--multiline`. */
function spansLines(pattern: string, isLiteral: boolean): boolean {
  return pattern.includes('\n') || (!isLiteral && /(?<!\\)(?:\\\\)*\\n/.test(pattern));
}

import { basename } from 'node:path';
import type { SearchRequest } from '../../ports/search.ts';

// Where ripgrep is missing. Patterns are extended regular expressions then, and globs and languages are compared later.

const QUIET_GIT = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/** Runs in the folder, or in the one of the file. A program that the repository's settings name must not run. */
export function gitGrepArguments(
  request: SearchRequest,
  { isFolder }: { readonly isFolder: boolean },
): string[] {
  const { path, pattern, isLiteral, includeHidden } = request;
  const hidden = [':(exclude,glob)**/.*', ':(exclude,glob)**/.*/**'];
  const pathspecs = isFolder ? (includeHidden ? [] : hidden) : [`:(literal)${basename(path)}`];
  const files = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const lines = ['grep', '--untracked', '--null', '--line-number', '-I', '--no-color', '--no-textconv'];
  if (pattern === undefined) return [...QUIET_GIT, ...files, '--', ...pathspecs];
  const kind = isLiteral ? '--fixed-strings' : '--extended-regexp';
  return [...QUIET_GIT, ...lines, kind, ...caseFlag(request), '-e', pattern, '--', ...pathspecs];
}

export function grepArguments(request: SearchRequest): string[] {
  const { path, pattern = '', isLiteral, includeHidden } = request;
  return [
    '--recursive',
    '--null',
    '--line-number',
    '--with-filename',
    '--binary-files=without-match',
    '--no-messages',
    '--exclude-dir=.git',
    '--exclude-dir=node_modules',
    ...(includeHidden ? [] : ['--exclude=.*', '--exclude-dir=.?*']),
    ...(request.pattern === undefined ? ['--files-with-matches'] : []),
    isLiteral ? '--fixed-strings' : '--extended-regexp',
    ...caseFlag(request),
    '-e',
    pattern,
    '--',
    path,
  ];
}

function caseFlag({ pattern = '', case: cases }: SearchRequest): string[] {
  const isInsensitive = cases === 'insensitive' || (cases === 'smart' && pattern === pattern.toLowerCase());
  return isInsensitive ? ['--ignore-case'] : [];
}

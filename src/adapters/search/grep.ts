import type { SearchRequest } from '../../ports/search.ts';

/** Where ripgrep is missing. Patterns are extended regular expressions then. */
export function gitGrepArguments(request: SearchRequest): string[] {
  const { pattern, isLiteral, globs, includeHidden } = request;
  const selected = globs.map((glob) =>
    glob.startsWith('!') ? `:(exclude,glob)**/${glob.slice(1)}` : `:(glob)**/${glob}`,
  );
  const hidden = [':(exclude,glob)**/.*', ':(exclude,glob)**/.*/**'];
  const pathspecs = [...selected, ...(includeHidden ? [] : hidden)];
  const files = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const lines = [
    'grep',
    '--untracked',
    '--null',
    '--line-number',
    '--full-name',
    '-I',
    '--no-color',
    '--no-textconv',
  ];
  // A program that the repository's settings name must not run.
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
  if (pattern === undefined) return [...safe, ...files, '--', ...pathspecs];
  const kind = isLiteral ? '--fixed-strings' : '--extended-regexp';
  return [...safe, ...lines, kind, ...caseFlag(request), '-e', pattern, '--', ...pathspecs];
}

export function grepArguments(request: SearchRequest): string[] {
  const { path, pattern = '', isLiteral, globs, includeHidden } = request;
  const selected = globs.map((glob) =>
    glob.startsWith('!') ? `--exclude=${glob.slice(1)}` : `--include=${glob.replace(/^.*\//, '')}`,
  );
  return [
    '--recursive',
    '--null',
    '--line-number',
    '--with-filename',
    '--binary-files=without-match',
    '--no-messages',
    '--exclude-dir=.git',
    '--exclude-dir=node_modules',
    // Files that no --include names are left out only if the first of these options is one.
    ...selected,
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

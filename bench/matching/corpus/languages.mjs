const BY_EXTENSION = {
  c: 'C',
  cc: 'C++',
  cpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  go: 'Go',
  h: 'C/C++ header',
  hpp: 'C++',
  java: 'Java',
  cjs: 'JavaScript',
  js: 'JavaScript',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  lua: 'Lua',
  m: 'Objective-C',
  md: 'Markdown',
  mjs: 'JavaScript',
  mk: 'Makefile',
  mm: 'Objective-C',
  php: 'PHP',
  podspec: 'Ruby',
  py: 'Python',
  pyi: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  sass: 'Sass',
  scss: 'SCSS',
  sh: 'Shell',
  bash: 'Shell',
  sol: 'Solidity',
  sql: 'SQL',
  svelte: 'Svelte',
  swift: 'Swift',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'Vue',
  yaml: 'YAML',
  yml: 'YAML',
};
const BY_NAME = [
  [/^Dockerfile/, 'Dockerfile'],
  [/^(GNU)?[Mm]akefile(\.am)?$/, 'Makefile'],
];

/** What a path says about its language; undefined if it is no source that is known here. */
export function languageOf(path) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const named = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  return named ?? BY_EXTENSION[/\.([a-z]+)$/i.exec(name)?.[1].toLowerCase()];
}

/** Languages where indentation is part of the meaning. */
export const INDENTATION_COUNTS = ['Python', 'YAML', 'Makefile', 'Sass'];

/** What a comment begins with; undefined where there is no line comment. */
export function commentMark(language) {
  if (['Python', 'Ruby', 'Shell', 'YAML', 'Dockerfile', 'Makefile', 'TOML'].includes(language)) return '#';
  if (['Lua', 'SQL'].includes(language)) return '--';
  return ['CSS', 'Markdown', 'Svelte', 'Vue'].includes(language) ? undefined : '//';
}

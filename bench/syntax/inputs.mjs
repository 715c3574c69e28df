import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedFiles } from '../matching/corpus/fetch.mjs';
import { PACKAGES } from '../matching/corpus/packages.mjs';
import { SNIPPETS } from './snippets.mjs';

const BY_EXTENSION = {
  c: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  java: 'java',
  js: 'javascript',
  kt: 'kotlin',
  lua: 'lua',
  mjs: 'javascript',
  php: 'php',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  bash: 'bash',
  swift: 'swift',
  ts: 'typescript',
  tsx: 'tsx',
};
const LONGEST_PART = 400;

/** Sources of each language: real files of npm packages and of the Python and Go that are here, else a snippet. */
export async function loadSources() {
  const sources = Object.fromEntries(Object.values(BY_EXTENSION).map((language) => [language, []]));
  for (const pinned of [...PACKAGES.report, ...PACKAGES.tune]) {
    for (const { path, before } of await changedFiles(pinned).catch(() => [])) {
      const language = BY_EXTENSION[path.split('.').at(-1)];
      if (language) sources[language].push(before);
    }
  }
  sources.python = filesOf(outputOf('python3', ['-c', PRINT_LIBRARY]), '.py');
  sources.go = filesOf(join(outputOf('go', ['env', 'GOROOT']), 'src', 'net', 'http'), '.go');
  return sources;
}

const PRINT_LIBRARY = 'import sysconfig; print(sysconfig.get_path("stdlib"))';

/**
 * A text of about so many lines that its parser accepts. Parts that do not go together with the others, such as a
 * second default export, are left out.
 */
export async function assemble(language, parts, lines, isClean) {
  let text = '';
  const usable = parts.filter((part) => part.split('\n').length <= LONGEST_PART);
  for (let round = 0; linesOf(text) < lines && usable.length > 0 && round < 20; round++) {
    for (const part of usable) {
      if (linesOf(text) >= lines) break;
      const longer = joined(language, text, part);
      if (linesOf(longer) <= lines * 1.1 && (await isClean(longer))) text = longer;
    }
  }
  if (linesOf(text) >= lines * 0.9) return { text, kind: 'real files' };
  return {
    text: repeated(language, text, lines),
    kind: SNIPPETS[language] ? 'a snippet' : 'real files, repeated',
  };
}

export function linesOf(text) {
  return text.split('\n').length - 1;
}

function joined(language, text, part) {
  const separator = language === 'php' && text !== '' ? '\n?>\n' : '\n';
  return text === '' ? part : text + separator + part;
}

function repeated(language, text, lines) {
  const snippet = SNIPPETS[language];
  const copy = (i) => (snippet ? snippet.replaceAll('N', String(i)) : `${text}\n`);
  const times = Math.max(1, Math.round(lines / linesOf(`${copy(0)}${language === 'json' ? '\n' : ''}`)));
  const copies = Array.from({ length: times }, (_, i) => copy(i));
  if (language === 'json' || language === 'jsonc') return `[\n${copies.join(',\n')}\n]\n`;
  return language === 'go' ? `package a\n\n${copies.join('')}` : copies.join('');
}

function outputOf(command, args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

function filesOf(folder, ending) {
  if (folder === '' || folder.startsWith('src')) return [];
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(ending));
    return names.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}

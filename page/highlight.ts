import type { RootContent } from 'hast';
import bash from 'refractor/bash';
import c from 'refractor/c';
import { refractor } from 'refractor/core';
import cpp from 'refractor/cpp';
import csharp from 'refractor/csharp';
import css from 'refractor/css';
import diff from 'refractor/diff';
import docker from 'refractor/docker';
import go from 'refractor/go';
import graphql from 'refractor/graphql';
import ini from 'refractor/ini';
import java from 'refractor/java';
import javascript from 'refractor/javascript';
import json from 'refractor/json';
import jsx from 'refractor/jsx';
import kotlin from 'refractor/kotlin';
import less from 'refractor/less';
import lua from 'refractor/lua';
import makefile from 'refractor/makefile';
import markdown from 'refractor/markdown';
import markup from 'refractor/markup';
import php from 'refractor/php';
import python from 'refractor/python';
import ruby from 'refractor/ruby';
import rust from 'refractor/rust';
import scss from 'refractor/scss';
import sql from 'refractor/sql';
import swift from 'refractor/swift';
import toml from 'refractor/toml';
import tsx from 'refractor/tsx';
import typescript from 'refractor/typescript';
import yaml from 'refractor/yaml';
import type { Token } from './model/segments.ts';

const grammars = [
  ...[bash, c, cpp, csharp, css, diff, docker, go, graphql, ini, java, javascript, json, jsx, kotlin, less],
  ...[
    lua,
    makefile,
    markdown,
    markup,
    php,
    python,
    ruby,
    rust,
    scss,
    sql,
    swift,
    toml,
    tsx,
    typescript,
    yaml,
  ],
];
for (const grammar of grammars) refractor.register(grammar);

/** By extension or whole name, where it differs from the name of the grammar. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ...{
    js: 'jsx',
    mjs: 'jsx',
    cjs: 'jsx',
    jsx: 'jsx',
    ts: 'typescript',
    mts: 'typescript',
    cts: 'typescript',
  },
  ...{ py: 'python', pyi: 'python', rb: 'ruby', rs: 'rust', kt: 'kotlin', kts: 'kotlin', cs: 'csharp' },
  ...{ sh: 'bash', zsh: 'bash', h: 'c', cc: 'cpp', hpp: 'cpp', cxx: 'cpp', md: 'markdown', htm: 'markup' },
  ...{ html: 'markup', xml: 'markup', svg: 'markup', vue: 'markup', svelte: 'markup', yml: 'yaml' },
  ...{ jsonc: 'json', json5: 'json', gql: 'graphql', mk: 'makefile', patch: 'diff', cfg: 'ini' },
  ...{ dockerfile: 'docker' },
};

/** Longer texts are shown in one colour. */
const MAX_CHARACTERS = 60_000;

/** The coloured parts of each line; none for a language that is not known. */
export function highlightLines(path: string, lines: readonly string[]): Token[][] {
  const text = lines.join('\n');
  const language = languageOf(path);
  const tokens: Token[][] = lines.map(() => []);
  if (language === undefined || text.length > MAX_CHARACTERS) return tokens;
  const place = { line: 0, column: 0 };
  for (const node of refractor.highlight(text, language).children) addTokens(node, undefined, tokens, place);
  return tokens;
}

function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const language = Object.hasOwn(LANGUAGES, extension) ? LANGUAGES[extension]! : extension;
  return refractor.registered(language) ? language : undefined;
}

type Place = { line: number; column: number };

function addTokens(node: RootContent, style: string | undefined, tokens: Token[][], place: Place): void {
  if (node.type === 'text') addText(node.value, style, tokens, place);
  if (node.type !== 'element') return;
  const [, own] = (node.properties.className as string[] | undefined) ?? [];
  for (const child of node.children) addTokens(child, own ?? style, tokens, place);
}

function addText(text: string, style: string | undefined, tokens: Token[][], place: Place): void {
  for (const [i, part] of text.split('\n').entries()) {
    if (i > 0) Object.assign(place, { line: place.line + 1, column: 0 });
    const end = place.column + part.length;
    if (style !== undefined && part !== '') tokens[place.line]?.push({ start: place.column, end, style });
    place.column = end;
  }
}

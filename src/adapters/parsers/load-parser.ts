import { readFile } from 'node:fs/promises';
import type { Parser } from 'web-tree-sitter';
import { type Language, languages } from '../../core/languages/index.ts';
import { grammarFile, runtimeFile } from './grammar-files.ts';

const parsers = new Map<string, Promise<Parser>>();
let starting: Promise<void> | undefined;

export async function loadParser(language: Language): Promise<Parser> {
  const { grammar } = languages[language];
  const loading = parsers.get(grammar) ?? load(grammar);
  parsers.set(grammar, loading);
  return loading;
}

async function load(grammar: string): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter');
  starting ??= Parser.init({ locateFile: runtimeFile });
  await starting;
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(grammarFile(grammar))));
  return parser;
}

import { readFile } from 'node:fs/promises';
import type { Parser } from 'web-tree-sitter';
import type { Language } from '../../core/syntax/languages.ts';
import { copiedFile, grammarFile } from './grammar-files.ts';

const parsers = new Map<string, Promise<Parser>>();
let starting: Promise<void> | undefined;

/** Grammars that are called otherwise than their language. */
const grammars: Partial<Record<Language, string>> = {
  declarations: 'typescript',
  jsonc: 'json',
  csharp: 'c_sharp',
};

export async function loadParser(language: Language): Promise<Parser> {
  const grammar = grammars[language] ?? language;
  const loading = parsers.get(grammar) ?? load(grammar);
  parsers.set(grammar, loading);
  return loading;
}

async function load(grammar: string): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter');
  const runtime = copiedFile('web-tree-sitter.wasm', 'web-tree-sitter/web-tree-sitter.wasm');
  starting ??= Parser.init({ locateFile: () => runtime });
  await starting;
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(grammarFile(grammar))));
  return parser;
}

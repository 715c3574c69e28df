import type { Language } from '../../core/syntax/languages.ts';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';
import type { SyntaxRequest } from '../../ports/syntax.ts';
import { compileLightly } from '../parsers/compile-lightly.ts';
import { whenUsed } from '../when-used.ts';

/** What is wrong with a text; nothing if its parser understands it. */
export type FindIssues = (text: string) => readonly SyntaxIssue[];

type Engine = () => Promise<FindIssues>;

const treeSitter =
  (language: Language): Engine =>
  async () =>
    (await import('./tree-sitter.ts')).loadGrammar(language);

const oxc =
  (lang: 'jsx' | 'ts' | 'tsx' | 'dts'): Engine =>
  async () =>
    (await import('./oxc.ts')).loadOxc(lang);

const ruff = whenUsed(() => compileLightly(() => import('./ruff.ts')));

const engines: Readonly<Record<Language, Engine>> = {
  python: async () => (await ruff.get()).findPythonIssues,
  javascript: oxc('jsx'),
  typescript: oxc('ts'),
  tsx: oxc('tsx'),
  declarations: oxc('dts'),
  json: async () => (await import('./json.ts')).findJsonIssues,
  jsonc: async () => (await import('./json.ts')).findJsoncIssues,
  yaml: async () => (await import('./yaml.ts')).findYamlIssues,
  toml: async () => (await import('./toml.ts')).findTomlIssues,
  go: treeSitter('go'),
  rust: treeSitter('rust'),
  java: treeSitter('java'),
  php: treeSitter('php'),
  lua: treeSitter('lua'),
  ruby: treeSitter('ruby'),
  bash: treeSitter('bash'),
  c: treeSitter('c'),
  cpp: treeSitter('cpp'),
  csharp: treeSitter('csharp'),
  kotlin: treeSitter('kotlin'),
  css: treeSitter('css'),
  html: treeSitter('html'),
  sql: treeSitter('sql'),
  swift: treeSitter('swift'),
};

/** Where the first parser stops at the first mistake, the one that finds them all. */
const thoroughEngines: Readonly<Partial<Record<Language, Engine>>> = {
  javascript: treeSitter('javascript'),
  typescript: treeSitter('typescript'),
  tsx: treeSitter('tsx'),
  declarations: treeSitter('typescript'),
};

const MOST_ISSUES = 500;

/** Runs in the parsers' process. `onReady` is told when all is loaded and only the work itself is left. */
export async function checkSyntax(
  { language, text, all }: SyntaxRequest,
  onReady: () => Promise<void> = async () => {},
): Promise<readonly SyntaxIssue[]> {
  const engine = (all && thoroughEngines[language]) || engines[language];
  const findIssues = await engine();
  await onReady();
  return findIssues(text).slice(0, MOST_ISSUES);
}

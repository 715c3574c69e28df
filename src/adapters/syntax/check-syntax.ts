import { type Language, languages } from '../../core/languages/index.ts';
import type { Checker } from '../../core/languages/language.ts';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';
import type { SyntaxRequest } from '../../ports/syntax.ts';
import { openOnce } from '../lazy.ts';
import { compileLightly } from '../parsers/compile-lightly.ts';

/** Finds the syntax errors of a text. */
export type FindIssues = (text: string) => readonly SyntaxIssue[];

type LoadChecker = (language: Language) => Promise<FindIssues>;

const ruff = openOnce(() => compileLightly(() => import('./ruff.ts')));

const oxc =
  (lang: 'jsx' | 'ts' | 'tsx' | 'dts'): LoadChecker =>
  async () =>
    (await import('./oxc.ts')).loadOxc(lang);

const checkers: Readonly<Record<Checker, LoadChecker>> = {
  'tree-sitter': async (language) => (await import('./tree-sitter.ts')).loadGrammar(language),
  ruff: async () => (await ruff.get()).findPythonIssues,
  'oxc-jsx': oxc('jsx'),
  'oxc-ts': oxc('ts'),
  'oxc-tsx': oxc('tsx'),
  'oxc-dts': oxc('dts'),
  json: async () => (await import('./json.ts')).findJsonIssues,
  jsonc: async () => (await import('./json.ts')).findJsoncIssues,
  yaml: async () => (await import('./yaml.ts')).findYamlIssues,
  toml: async () => (await import('./toml.ts')).findTomlIssues,
};

const MAX_ISSUES = 500;

/** Runs in the parsers' process. `onReady` is called when all is loaded, right before the check. */
export async function checkSyntax(
  { language, text, all }: SyntaxRequest,
  onReady: () => Promise<void> = async () => {},
): Promise<readonly SyntaxIssue[]> {
  const { checker, thoroughChecker = checker } = languages[language];
  const findIssues = await checkers[all ? thoroughChecker : checker](language);
  await onReady();
  return findIssues(text).slice(0, MAX_ISSUES);
}

import { relative, sep } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { languageNamed, languageOfFile } from '../../core/languages/find-language.ts';
import { languages } from '../../core/languages/index.ts';
import type { LanguageRecord } from '../../core/languages/language.ts';
import { type Glob, matchesPath, parseGlob } from '../../core/paths/glob.ts';
import { type Budget, createBudget } from '../../core/text/compare/budget.ts';
import type { SearchRequest } from '../../ports/search.ts';

/** A test of files that a program has found: not hidden unless these are wanted, and selected by the globs. */
export function selectedTest(
  { path: given, globs, includeHidden }: SearchRequest,
  folder: string,
): (path: string) => boolean {
  const rules = globs.flatMap(alternatives).map(ruleOf).reverse();
  const needsMatch = rules.some(({ excludes }) => !excludes);
  const budget = createBudget();
  return (path) => {
    const names = relative(folder, path).split(sep);
    const isHidden = path !== given && names.some((name) => name.startsWith('.'));
    if (isHidden && !includeHidden) return false;
    const rule = rules.find(({ parts, excludes }) =>
      excludes ? isAtOrBelow(parts, names, budget) : matchesPath(parts, names, budget),
    );
    return rule ? !rule.excludes : !needsMatch;
  };
}

/**
 * The globs as an ignore file, whose rules are weaker than those of the ignore files in the tree. As options of
 * ripgrep they would be stronger, and show ignored and hidden files.
 */
export function asIgnoreFile({ globs, includeHidden }: SearchRequest): string {
  const rules = globs.flatMap(alternatives);
  const isSelecting = rules.some((glob) => !glob.startsWith('!'));
  const lines = [
    ...(isSelecting ? ['*', '!*/'] : []),
    ...rules.map((glob) => (glob.startsWith('!') ? glob.slice(1) : `!${glob}`)),
    includeHidden ? '.git' : '.*',
  ];
  return `${lines.join('\n')}\n`;
}

type Rule = Glob & { readonly excludes: boolean };

function ruleOf(glob: string): Rule {
  const excludes = glob.startsWith('!');
  const parsed = parseGlob(excludes ? glob.slice(1) : glob);
  if ('problem' in parsed) throw globError(glob, parsed.problem);
  return { ...parsed, excludes };
}

function globError(glob: string, problem: string): ToolError {
  return new ToolError('INVALID_PARAMS', `Invalid \`glob\` parameter: ${glob}. ${problem}`);
}

const MAX_ALTERNATIVES = 200;

/** `*.{js,ts}` as `*.js` and `*.ts`. */
function alternatives(glob: string): string[] {
  if (/[\r\n]/.test(glob)) throw globError(glob, 'A line break cannot be in it.');
  let globs = [glob];
  while (globs.some((one) => hasBraces.test(one))) {
    globs = globs.flatMap(firstAlternatives);
    if (globs.length > MAX_ALTERNATIVES)
      throw globError(glob, `Its braces have more than ${MAX_ALTERNATIVES} alternatives: give fewer.`);
  }
  if (globs.some((one) => /(?<!\\)[{}]/.test(one))) throw globError(glob, 'A brace is not closed.');
  return globs;
}

const hasBraces = /(?<!\\)\{[^{}]*\}/;

function firstAlternatives(glob: string): string[] {
  const [whole] = hasBraces.exec(glob) ?? [];
  if (whole === undefined) return [glob];
  return whole
    .slice(1, -1)
    .split(',')
    .map((one) => glob.replace(whole, () => one));
}

function isAtOrBelow(parts: Glob['parts'], names: readonly string[], budget: Budget): boolean {
  return names.some((_, at) => matchesPath(parts, names.slice(0, at + 1), budget));
}

/** Whether a file is in a language, by its name. */
export function languageTest(name: string): (path: string) => boolean {
  const wanted = languageNamed(name);
  if (wanted === undefined)
    throw new ToolError(
      'INVALID_PARAMS',
      `Invalid \`language\` parameter: ${JSON.stringify(name)}. Without ripgrep few languages are known: select files with \`glob\`.`,
    );
  return (path) => {
    const language = languageOfFile(path);
    const record: LanguageRecord | undefined = language && languages[language];
    return language === wanted || record?.dialectOf === wanted;
  };
}

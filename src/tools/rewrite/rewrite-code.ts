import { ToolError } from '../../core/errors.ts';
import { languageNamed, languageOfFile } from '../../core/languages/find-language.ts';
import { type Language, languages } from '../../core/languages/index.ts';
import { holesOf, holesOfRewrite, problemOfRewrite } from '../../core/rewrite/pattern/pattern.ts';
import type { FileInfo } from '../../ports/files.ts';
import { type SourceFile, sourceFiles } from '../../workspace/source-tree.ts';
import { readOnlyError } from '../../workspace/workspace-errors.ts';
import type { Edited } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';
import { invalid } from '../call/input.ts';
import { brief } from '../call/received-value.ts';
import { knownLanguages, patternError } from './pattern-errors.ts';
import { refuseVariables } from './refuse-variables.ts';
import {
  FileRewriter,
  type Findings,
  type FoundFile,
  type Rewrite,
  type RewriteContext,
  type RewriteInput,
  type Skipped,
} from './rewrite-files.ts';
import { noMatchError, rewrittenResult, severalLanguagesError } from './rewrite-result.ts';

/** Rewrites by a pattern of code, in one file or in every file below a folder. */
export async function rewriteCode(
  given: RewriteInput,
  { kind }: FileInfo,
  context: RewriteContext,
): Promise<ToolResult> {
  const { files } = context;
  if (files.readOnly) throw readOnlyError(given.path);
  refuseLong(given.pattern);
  const problem = problemOfRewrite(given.pattern, given.rewrite);
  if (problem) throw invalid(`Invalid \`rewrite\` parameter: ${problem}`);
  const rewriter = new FileRewriter(given, context);
  const { findings } = rewriter;
  const sources =
    kind === 'directory' ? await filesBelow(given, findings, context) : [await oneFile(given, context)];
  await rewriter.run(sources);
  const changed = findings.found.filter(({ edits }) => edits.length > 0);
  if (changed.length === 0) throw await noMatchReason(given, sources, rewriter);
  refuseSeveralLanguages(changed);
  refuseVariables(given.pattern, changed);
  const edited = await write(given, changed, context);
  return rewrittenResult({ given, edited, changed, findings, searched: sources.length }, files);
}

async function oneFile({ path, language, ...rewrite }: RewriteInput, { files }: RewriteContext) {
  const { text } = await files.readDocument(path);
  const its = language === undefined ? languageOfFile(path, text) : languageCalled(language);
  if (!its)
    throw invalid(
      `The language of ${path} is not known, and \`pattern\` has metavariables. Give \`language\` (${knownLanguages}), or replace text with edit_file.`,
    );
  if (its === 'bash') refuseShellVariables(rewrite);
  return { path, language: its };
}

/** Larger than any useful pattern; matching takes longer the larger it is. */
const MAX_PATTERN_CHARACTERS = 4_000;

function refuseLong(pattern: string): void {
  if (pattern.length <= MAX_PATTERN_CHARACTERS) return;
  throw invalid(
    `Invalid \`pattern\` parameter: it has ${pattern.length} characters, and a pattern of code at most ${MAX_PATTERN_CHARACTERS}. Quote a large piece of text with edit_file.`,
  );
}

async function filesBelow(
  given: RewriteInput,
  { unread, skipped }: Pick<Findings, 'unread' | 'skipped'>,
  { files, signal }: RewriteContext,
): Promise<SourceFile[]> {
  const wanted = given.language === undefined ? undefined : languageCalled(given.language);
  const { real } = await files.resolve(given.path);
  const onUnread = (path: string, reason: string) => void unread.push({ path, reason });
  const onSkipped = (mark: keyof Skipped) => void skipped[mark]++;
  const sources = await sourceFiles(files, real, { signal, onUnread, onSkipped });
  return wanted === undefined ? sources : sources.flatMap((file) => inLanguage(file, wanted) ?? []);
}

/** Includes dialects, and files whose name leaves open whether they are in this language. */
function inLanguage(file: SourceFile, wanted: Language): SourceFile | undefined {
  if (file.language === wanted || languages[file.language].dialectOf === wanted) return file;
  const { sharedExtensions = [] } = languages[wanted];
  const isShared = sharedExtensions.some((extension) => file.path.endsWith(`.${extension}`));
  return isShared ? { ...file, language: wanted } : undefined;
}

function languageCalled(name: string): Language {
  const found = languageNamed(name);
  if (!found) throw invalid(`Invalid \`language\` parameter: ${brief(name)}. Known: ${knownLanguages}.`);
  return found;
}

/** `$HOME` in a shell script is more likely that variable than a metavariable. */
function refuseShellVariables({ pattern, rewrite }: Rewrite): void {
  const used = holesOfRewrite(rewrite, pattern).map(({ name }) => name);
  const unused = holesOf(pattern).find(({ name }) => name !== '' && !used.includes(name));
  if (!unused) return;
  throw invalid(
    `In a pattern \`$${unused.name}\` is a metavariable, which matches any code, and \`rewrite\` does not use it. To match the shell variable, write \`\${${unused.name}}\` or quote the text with edit_file; to match code that is dropped, write \`$_\`.`,
  );
}

async function noMatchReason(
  given: RewriteInput,
  sources: readonly SourceFile[],
  rewriter: FileRewriter,
): Promise<ToolError> {
  const all = [...new Set(sources.map(({ language }) => language))];
  const problems = new Map(rewriter.findings.problems);
  for (const language of all) {
    const problem = problems.get(language) ?? (await rewriter.problemIn(language));
    if (problem) problems.set(language, problem);
  }
  const [first] = byFrequency(sources);
  if (first !== undefined && problems.size === all.length)
    return patternError(problems.get(first)!, given.pattern, first);
  const searched = sources.filter(({ language }) => !problems.has(language));
  return noMatchError(given, searched, rewriter.findings);
}

function byFrequency(sources: readonly SourceFile[]): Language[] {
  const counts = new Map<Language, number>();
  for (const { language } of sources) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
}

/** A pattern that matches in several languages may be intended for only one. */
function refuseSeveralLanguages(changed: readonly FoundFile[]): void {
  const groups = new Set(changed.map(({ language }) => patternGroup(language)));
  if (groups.size > 1) throw severalLanguagesError(changed);
}

function patternGroup(language: Language): string {
  const { sharesPatternsWith, dialectOf } = languages[language];
  return sharesPatternsWith ?? dialectOf ?? language;
}

/** Refuses to write to a file that changed after it was read. */
function write(
  { dry_run: dryRun }: RewriteInput,
  changed: readonly FoundFile[],
  { files, signal }: RewriteContext,
): Promise<Edited[]> {
  const items = changed.map(({ path, text, edits }) => ({
    path,
    plan: (document: { readonly text: string }) => {
      if (document.text === text) return { edits, isFuzzy: true };
      throw new ToolError(
        'FILE_CHANGED',
        `File changed: ${path}: another program changed it in the meantime. Nothing was written. Call again.`,
        { path },
      );
    },
  }));
  return files.editMany(items, { tool: 'edit', signal, dryRun });
}

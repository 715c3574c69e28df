import type { DiffText } from '../../core/edit/diff.ts';
import { cutDiff } from '../../core/edit/diff.ts';
import { ToolError } from '../../core/errors.ts';
import { type Language, languages } from '../../core/languages/index.ts';
import { counted } from '../../core/text/counted.ts';
import { lineNumberAt } from '../../core/text/lines.ts';
import type { Span } from '../../core/text/span.ts';
import type { SourceFile } from '../../workspace/source-tree.ts';
import type { Edited, WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';
import { brief } from '../call/received-value.ts';
import { remarksOn } from '../show/edited-result.ts';
import type { Findings, FoundFile, RewriteInput } from './rewrite-files.ts';

const MAX_FILES = 50;
const MAX_SKIPPED_PLACES = 5;
const MAX_UNREAD = 3;

type Done = {
  readonly given: RewriteInput;
  readonly edited: readonly Edited[];
  readonly changed: readonly FoundFile[];
  readonly findings: Findings;
  readonly searched: number;
};

/** What was rewritten, file by file, and the diff up to the limit of a view. */
export function rewrittenResult(done: Done, { limits }: WorkspaceFiles): ToolResult {
  const { given, edited, changed, findings, searched } = done;
  const places = changed.reduce((sum, file) => sum + file.places, 0);
  const verb = given.dry_run ? 'Would rewrite' : 'Rewrote';
  const among = searched > 1 ? ` (searched ${counted(searched, 'file')})` : '';
  const head = `${verb} ${counted(places, 'place')} in ${counted(changed.length, 'file')}${among}.`;
  const perFile = changed.length > 1 ? fileLines(changed, given.path) : [];
  const notes = [...skippedPlaces(findings, given.path), ...unreadFiles(findings), ...skippedPaths(findings)];
  const remarks = edited.flatMap((one) => remarksOn(one).map((remark) => `${one.path}: ${remark}`));
  const diff = diffsWithin(edited, limits.viewCharacters);
  return {
    summary: [head, ...perFile, ...notes].join('\n'),
    diff: { ...diff, isInText: true },
    remarks,
    data: {
      path: given.path,
      places,
      files: changed.map((file) => ({ path: file.path, places: file.places })),
      looked_in: searched,
      left_alone: findings.found.reduce(
        (sum, { unmatchedCode, wouldChangeMeaning }) =>
          sum + unmatchedCode.length + wouldChangeMeaning.length,
        0,
      ),
      skipped: findings.skipped,
      dry_run: given.dry_run ?? false,
      diff: diff.text,
    },
    changes: edited.map(({ change }) => change),
  };
}

export function noMatchError(
  given: RewriteInput,
  searched: readonly SourceFile[],
  findings: Findings,
): ToolError {
  const { path, pattern } = given;
  const head = `No code matches the pattern \`${brief(pattern)}\` in ${path}. Nothing was changed.`;
  const readAs = [...findings.nodeTypes].filter((type) => type !== '').join(', ');
  const lines =
    searched.length === 0
      ? [`${head} ${nothingToSearch(given)}`, ...unreadFiles(findings), ...skippedPaths(findings)]
      : [
          `${head} Searched ${languagesOf(searched)}${readAs ? `; the pattern was parsed as ${readAs}` : ''}.`,
          ...skippedPlaces(findings, path),
          ...unreadFiles(findings),
          ...skippedPaths(findings),
          ADVICE,
        ];
  return new ToolError('STRING_NOT_FOUND', lines.join('\n'), { path, pattern, looked_in: searched.length });
}

const ADVICE =
  'Try a simpler pattern and use `$$$NAME` for the parts that vary; `$NAME` matches exactly one node, and everything else must be as in the code. Or change the lines by number with edit_lines.';

export function severalLanguagesError(changed: readonly FoundFile[]): ToolError {
  const titles = [...new Set(changed.map(({ language }) => languages[language].title))];
  return new ToolError(
    'INVALID_PARAMS',
    `Nothing was changed: the pattern matches code of several languages: ${languagesOf(changed)}. Set \`language\` to the one you want, and call once for each.`,
    { languages: titles },
  );
}

function nothingToSearch({ language }: RewriteInput): string {
  const what = language === undefined ? 'no file of a known language' : `no ${language} file`;
  return `It contains ${what}, apart from ignored ones. Give another path or language.`;
}

function fileLines(changed: readonly FoundFile[], folder: string): string[] {
  const listed = changed
    .slice(0, MAX_FILES)
    .map(({ path, places }) => `  ${relativeTo(path, folder)}: ${places}`);
  const more = changed.length - listed.length;
  return more > 0 ? [...listed, `  and ${counted(more, 'more file')}`] : listed;
}

function skippedPlaces({ found }: Findings, folder: string): string[] {
  const unmatchedCode = found.flatMap((file) => file.unmatchedCode.map((span) => ({ ...file, span })));
  const wouldChangeMeaning = found.flatMap((file) =>
    file.wouldChangeMeaning.map((span) => ({ ...file, span })),
  );
  return [
    ...describeSkipped(unmatchedCode, folder, {
      why: 'with code that the pattern does not mention and the rewrite would drop',
      advice: '',
    }),
    ...describeSkipped(wouldChangeMeaning, folder, {
      why: 'where the new code would merge with the code around it',
      advice: ' Add parentheses to the rewrite, or change the lines by number with edit_lines.',
    }),
  ];
}

type FoundPlace = FoundFile & { readonly span: Span };

type Reason = { readonly why: string; readonly advice: string };

function describeSkipped(all: readonly FoundPlace[], folder: string, { why, advice }: Reason): string[] {
  if (all.length === 0) return [];
  const shown = all.slice(0, MAX_SKIPPED_PLACES).map(({ path, text, span }) => {
    const code = text.slice(span.start, span.end).replace(/\s+/g, ' ');
    return `${relativeTo(path, folder)}:${lineNumberAt(text, span.start)} \`${brief(code, 60)}\``;
  });
  const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : '';
  const isOne = all.length === 1;
  const what = isOne ? 'a place' : `${all.length} places`;
  return [`Skipped ${what} ${why}: ${shown.join(', ')}${more}.${advice}`];
}

function unreadFiles({ unread: files }: Findings): string[] {
  if (files.length === 0) return [];
  const shown = files.slice(0, MAX_UNREAD).map(({ path, reason }) => `${path} (${reason})`);
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  return [`Not read: ${shown.join(', ')}${more}.`];
}

function skippedPaths({ skipped: { denied, protected: kept } }: Findings): string[] {
  const which = [
    denied > 0 ? `${counted(denied, 'denied path')} (--allow-read lifts that)` : '',
    kept > 0 ? `${counted(kept, 'protected path')} (--unprotect lifts that)` : '',
  ].filter(Boolean);
  return which.length === 0 ? [] : [`Skipped ${which.join(' and ')}.`];
}

function languagesOf(files: readonly SourceFile[]): string {
  const counts = new Map<Language, number>();
  for (const { language } of files) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([language, count]) => counted(count, `${languages[language].title} file`))
    .join(', ');
}

function diffsWithin(edited: readonly Edited[], limit: number): DiffText {
  let text = '';
  let isCut = false;
  for (const [i, { diff }] of edited.entries()) {
    text += diff.text;
    isCut ||= diff.isCut;
    if (text.length <= limit) continue;
    const hidden = counted(edited.length - i, 'file');
    return cutDiff({ text, isCut }, limit, `the changes of ${hidden} are not or not wholly shown`);
  }
  return { text, isCut };
}

function relativeTo(path: string, folder: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

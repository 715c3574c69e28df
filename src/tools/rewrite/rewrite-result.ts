import { cutDiff } from '../../core/edit/cut-diff.ts';
import type { DiffText } from '../../core/edit/diff.ts';
import { ToolError } from '../../core/errors.ts';
import { type Language, languages } from '../../core/languages/index.ts';
import { lineNumberAt } from '../../core/text/lines.ts';
import type { Span } from '../../core/text/span.ts';
import type { SourceFile } from '../../workspace/source-tree.ts';
import type { Edited, WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';
import { brief } from '../call/received-value.ts';
import { remarksOn } from '../show/edited-result.ts';
import type { Findings, FoundFile, RewriteInput } from './rewrite-files.ts';

const MOST_FILES = 50;
const MOST_LEFT_ALONE = 5;
const MOST_UNREAD = 3;

type Done = {
  readonly given: RewriteInput;
  readonly edited: readonly Edited[];
  readonly changed: readonly FoundFile[];
  readonly findings: Findings;
  readonly lookedAt: number;
};

/** What was rewritten, file by file, and the diff as far as a view may hold it. */
export function rewrittenResult(done: Done, { limits }: WorkspaceFiles): ToolResult {
  const { given, edited, changed, findings, lookedAt } = done;
  const places = changed.reduce((sum, file) => sum + file.places, 0);
  const verb = given.dry_run ? 'Would rewrite' : 'Rewrote';
  const looked = lookedAt > 1 ? ` (looked in ${counted(lookedAt, 'file')})` : '';
  const head = `${verb} ${counted(places, 'place')} in ${counted(changed.length, 'file')}${looked}.`;
  const perFile = changed.length > 1 ? fileLines(changed, given.path) : [];
  const notes = [...leftAlone(findings, given.path), ...unread(findings), ...skipped(findings)];
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
      looked_in: lookedAt,
      left_alone: findings.found.reduce(
        (sum, { surplus, misread }) => sum + surplus.length + misread.length,
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
  lookedAt: readonly SourceFile[],
  findings: Findings,
): ToolError {
  const { path, pattern } = given;
  const head = `No code matches the pattern \`${brief(pattern)}\` in ${path}. Nothing was changed.`;
  const readAs = [...findings.nodeTypes].filter((type) => type !== '').join(', ');
  const lines =
    lookedAt.length === 0
      ? [`${head} ${nothingToLookAt(given)}`, ...unread(findings), ...skipped(findings)]
      : [
          `${head} Looked in ${languagesOf(lookedAt)}${readAs ? `; the pattern was read as ${readAs}` : ''}.`,
          ...leftAlone(findings, path),
          ...unread(findings),
          ...skipped(findings),
          ADVICE,
        ];
  return new ToolError('STRING_NOT_FOUND', lines.join('\n'), { path, pattern, looked_in: lookedAt.length });
}

const ADVICE =
  'Try a simpler pattern, one that leaves to `$$$NAME` what may differ from place to place; `$NAME` stands for exactly one node, and all else must be as in the code. Or change lines by their numbers with edit_lines.';

export function severalLanguagesError(changed: readonly FoundFile[]): ToolError {
  const titles = [...new Set(changed.map(({ language }) => languages[language].title))];
  return new ToolError(
    'INVALID_PARAMS',
    `Nothing was changed: the pattern matches code of several languages: ${languagesOf(changed)}. Say in \`language\` which one you mean, and call once for each.`,
    { languages: titles },
  );
}

function nothingToLookAt({ language }: RewriteInput): string {
  const what = language === undefined ? 'no file of a known language' : `no ${language} file`;
  return `There is ${what} in it, beside those that are ignored. Give another path or language.`;
}

function fileLines(changed: readonly FoundFile[], folder: string): string[] {
  const listed = changed
    .slice(0, MOST_FILES)
    .map(({ path, places }) => `  ${below(path, folder)}: ${places}`);
  const more = changed.length - listed.length;
  return more > 0 ? [...listed, `  and ${counted(more, 'more file')}`] : listed;
}

function leftAlone({ found }: Findings, folder: string): string[] {
  const surplus = found.flatMap((file) => file.surplus.map((span) => ({ ...file, span })));
  const misread = found.flatMap((file) => file.misread.map((span) => ({ ...file, span })));
  return [
    ...placesLeftAlone(
      surplus,
      folder,
      (isOne) =>
        `that ${isOne ? 'has' : 'have'} something which the pattern does not say and the rewrite would drop`,
    ),
    ...placesLeftAlone(
      misread,
      folder,
      () => 'where the new code would run together with the code around it',
      ' Put parentheses into the rewrite, or change the lines by their numbers with edit_lines.',
    ),
  ];
}

type FoundPlace = FoundFile & { readonly span: Span };

function placesLeftAlone(
  all: readonly FoundPlace[],
  folder: string,
  why: (isOne: boolean) => string,
  advice = '',
): string[] {
  if (all.length === 0) return [];
  const shown = all.slice(0, MOST_LEFT_ALONE).map(({ path, text, span }) => {
    const code = text.slice(span.start, span.end).replace(/\s+/g, ' ');
    return `${below(path, folder)}:${lineNumberAt(text, span.start)} \`${brief(code, 60)}\``;
  });
  const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : '';
  const isOne = all.length === 1;
  const what = isOne ? 'a place' : `${all.length} places`;
  return [`Left alone ${what} ${why(isOne)}: ${shown.join(', ')}${more}.${advice}`];
}

function unread({ unread: files }: Findings): string[] {
  if (files.length === 0) return [];
  const shown = files.slice(0, MOST_UNREAD).map(({ path, reason }) => `${path} (${reason})`);
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  return [`Not looked at: ${shown.join(', ')}${more}.`];
}

function skipped({ skipped: { denied, protected: kept } }: Findings): string[] {
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

function below(path: string, folder: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

import {
  bashFunctions,
  enter,
  functionNames,
  KEEPING,
  PUT_TRAPS_ASIDE,
  printfText,
} from './bash-functions.ts';
import { quoteBytesForBash, quoteForBash } from './bash-quoting.ts';
import { markerPrefix } from './marker-parser.ts';

export type ShellScript = {
  /** Where the server puts commands; nothing but the server writes there. */
  readonly inbox: string;
  /** Where the shell keeps the state of an ending shell; the server neither reads nor writes there. */
  readonly own: string;
  /** Whether the user's own start file is read. */
  readonly withProfile: boolean;
  /** Where the shell before this one was, with one character for each byte; without it nothing is restored. */
  readonly lastDirectory: string | undefined;
  /** Whether a person can look at the terminal: then each command is shown there instead of the line that runs it. */
  readonly isWatched: boolean;
};

/**
 * The start file of a shell. Commands reach it as files and run by `eval` at top level, so that nothing of them is
 * typed; it reports by markers when one begins and ends. Markers go to /dev/tty in one write each: a redirected
 * shell still reports, and no other output gets in between.
 *
 * The token of the markers is in no file, environment or argument list, as a program could read it there: the shell asks
 * for it and reads it from its terminal, without echo, before it runs anything else.
 */
export function startFile({ inbox, own, withProfile, lastDirectory, isWatched }: ShellScript): string {
  return `builtin unset -v __corvid_token
IFS= builtin read -r -s -p $'${printfText(tokenRequest)}' __corvid_token </dev/tty 2>/dev/tty
builtin export -n __corvid_token
builtin readonly __corvid_token
${withProfile ? '[ -f ~/.bashrc ] && . ~/.bashrc\n' : ''}\
__corvid_own=${quoteForBash(own)}
{ ${PUT_TRAPS_ASIDE} set +euxvHTE +o history; unset HISTFILE; } >/dev/null 2>&1
__corvid_in=${quoteForBash(inbox)} __corvid_bash=$BASH __corvid_show=${isWatched ? '1' : ''}
__corvid_restored= __corvid_gone=
${lastDirectory === undefined ? `: >"$__corvid_own/saved"` : restore(lastDirectory)}
builtin export -n __corvid_token
__corvid_last=0 __corvid_done=0 __corvid_status=0 __corvid_pipe=0 __corvid_quiet= __corvid_t= __corvid_a= __corvid_kept=() __corvid_exit= __corvid_refusal= __corvid_prompts= __corvid_python= __corvid_shown=
__corvid_tracing= __corvid_again= __corvid_hidden= __corvid_history=1 __corvid_leaving= __corvid_jobs= __corvid_bang=
__corvid_ps1=\${PS1-}
__corvid_hook=${quoteForBash(PROMPTING)} __corvid_keeping=${quoteForBash(KEEPING)}
${bashFunctions}
builtin readonly -f ${functionNames.join(' ')}
builtin readonly __corvid_in __corvid_own __corvid_bash __corvid_show __corvid_hook __corvid_keeping
trap '${LEAVING}' EXIT
{ __corvid_ready; } 2>/dev/null
`;
}

/** What a shell that starts writes to its terminal when it waits for its token. */
export const tokenRequest = `${markerPrefix('corvid')}T\x07`;

function restore(lastDirectory: string): string {
  return `${enter(quoteBytesForBash(lastDirectory))}
if [ -s "$__corvid_own/saved" ]; then __corvid_restored=1; . "$__corvid_own/saved"; : >"$__corvid_own/saved"; fi >/dev/null 2>&1`;
}

/**
 * What is typed to run the command of this number; a number runs once, however often it is typed. A command that may be
 * unfinished is checked before anything of it runs. The line fits into one row, so that a person's view of it can be
 * replaced by the command.
 */
export function triggerLine(number: number, options: { readonly isChecked: boolean }): string {
  // It begins with an assignment because bash, after an eval that ended inside a quotation, takes the next line's first
  // word for an ordinary one, even if it is `{`.
  return ` __corvid_n=${number}${options.isChecked ? 'c' : ''};{ __corvid_run "$__corvid_a";}&>/dev/null;\\builtin \\eval "$__corvid_t";{ __corvid_end "$?";}&>/dev/null`;
}

/** What is typed to a shell that lost track of a command after an interrupt. */
export const recoveryLine = ' __corvid_n=;{ __corvid_end 130;}&>/dev/null';

/** What is typed to an idle shell to hear which of its jobs have ended. */
export const jobsLine = ' __corvid_n=;{ IFS=" " __corvid_report_jobs;}&>/dev/null';

/** What the shell runs before each prompt and at its end. */
const PROMPTING = `{ __corvid_prompt;\\builtin \\eval "$__corvid_prompts"||__corvid_quiet=;[[ -n $__corvid_armed ]]&&{ ${PUT_TRAPS_ASIDE}};} &>/dev/null`;
const LEAVING = '{ __corvid_leave; } >/dev/null 2>&1';

/** The text without the lines that were typed for the shell alone, which the terminal shows as it shows all typing. */
export function withoutTyping(text: string): string {
  return text.replace(TYPED, '');
}

const TYPED = new RegExp(
  [triggerLine(0, { isChecked: false }), recoveryLine, jobsLine]
    .map((line) => asPattern(line).replace('n=0', 'n=\\d+c?'))
    .map((line) => `${line}\r?\n?`)
    .join('|'),
  'g',
);

/** The text without what the shell ran after the command, which `set -v` shows. */
export function withoutHook(text: string): string {
  return text.replace(HOOK, '$1');
}

const HIDDEN = `(?:${asPattern(PROMPTING)}|${asPattern(LEAVING)})`;
const HOOK = new RegExp(`(^|\n)(?:${asPattern(KEEPING)}(?:\n${HIDDEN})?|${HIDDEN})\n?$`);

function asPattern(line: string): string {
  return line.replace(/[{}()[\]|$?"\\@]/g, '\\$&');
}

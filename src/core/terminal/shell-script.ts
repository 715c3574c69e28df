import { quoteBytesForBash, quoteForBash } from './bash-quoting.ts';
import { markerPrefix } from './marker-parser.ts';

export type ShellScript = {
  readonly token: string;
  /** Where commands are handed over and the state of an ending shell is kept. */
  readonly folder: string;
  /** Whether the user's own start file is read. */
  readonly withProfile: boolean;
  /** Where the shell before this one was, with one character for each byte. */
  readonly lastDirectory: string | undefined;
};

/**
 * The start file of a shell. Commands reach it as files and run by `eval` at top level, so that nothing of them is
 * typed; it tells by markers when one begins and ends. Markers go to /dev/tty in one write each: a redirected
 * shell still tells, and no other output gets in between.
 */
export function startFile({ token, folder, withProfile, lastDirectory }: ShellScript): string {
  return `${withProfile ? '[ -f ~/.bashrc ] && . ~/.bashrc\n' : ''}\
{ set +euxvHTE +o history; unset HISTFILE; } >/dev/null 2>&1
__corvid_folder=${quoteForBash(folder)}
__corvid_restored= __corvid_gone=
${lastDirectory === undefined ? '' : `${enter(quoteBytesForBash(lastDirectory))}\n`}\
if [ -s "$__corvid_folder/saved" ]; then __corvid_restored=1; . "$__corvid_folder/saved"; : >"$__corvid_folder/saved"; fi >/dev/null 2>&1
__corvid_last=0 __corvid_done=0 __corvid_status=0 __corvid_quiet= __corvid_text= __corvid_prompts= __corvid_python= __corvid_shown= __corvid_tracing=
__corvid_ps1=\${PS1-}
__corvid_hook='${PROMPTING}'
${functions(token)}
trap '${LEAVING}' EXIT
{ __corvid_ready; } 2>/dev/null
`;
}

/** Goes to a directory, given as a word of a script, or keeps in mind that this is no longer possible. */
function enter(directory: string): string {
  return `builtin cd -- ${directory} 2>/dev/null && __corvid_gone= || __corvid_gone=${directory}`;
}

/** What is typed to run the command of this number; a number runs once, however often it is typed. */
export function triggerLine(number: number): string {
  // It begins with `:` because bash, after an eval that ended inside a quotation, takes the next line's first word
  // for an ordinary one, even if it is `{`.
  return ` : ; { __corvid_run ${number} ; } >/dev/null 2>&1 ; builtin eval "$__corvid_text" ; { __corvid_end "$?" ; } >/dev/null 2>&1`;
}

/** What is typed to a shell that lost track of a command after an interrupt. */
export const recoveryLine = ' : ; { __corvid_end 130 ; } >/dev/null 2>&1';

/** What the shell runs before each prompt and at its end. */
const PROMPTING = '{ __corvid_prompt; } >/dev/null 2>&1';
const LEAVING = '{ __corvid_leave; } >/dev/null 2>&1';

/** The text without the lines that were typed for the shell alone, which the terminal shows as it shows all typing. */
export function withoutTyping(text: string): string {
  return text.replace(TYPED, '');
}

const TYPED = new RegExp(
  [triggerLine(0), recoveryLine]
    .map((line) => asPattern(line).replace('run 0', 'run \\d+'))
    .map((line) => `${line}\r?\n?`)
    .join('|'),
  'g',
);

/** The text without what the shell ran after the command, which `set -v` shows. */
export function withoutHook(text: string): string {
  return text.replace(HOOK, '$1');
}

const HOOK = new RegExp(`(^|\n)(?:${asPattern(PROMPTING)}|${asPattern(LEAVING)})\n?$`);

function asPattern(line: string): string {
  return line.replace(/[{}()|$?"]/g, '\\$&');
}

/**
 * Between commands nothing is traced (`set -x`, `set -v`): what the shell runs then is not the user's. It stops in any
 * case, as bash goes on showing what it reads after a `set +v` in a prompt command.
 */
function functions(token: string): string {
  const begin = markerPrefix(token).replace('\x1b', '\\033');
  return `
__corvid_run() {
  __corvid_text=
  if (( $1 <= __corvid_last )); then return 0; fi
  __corvid_last=$1 __corvid_quiet=
  IFS= builtin read -r -d '' __corvid_text <"$__corvid_folder/$1" || :
  builtin printf -v PS1 %s "$__corvid_ps1" || :
  __corvid_stop_tracing
  if [[ -n $__corvid_tracing ]]; then
    __corvid_text="{ builtin set -$__corvid_tracing; __corvid_recall; } 2>/dev/null"$'\\n'"$__corvid_text"
    __corvid_tracing=
  fi
  builtin printf '${begin}C\\037%s\\007' "$1" >/dev/tty
  __corvid_recall
}
__corvid_recall() {
  if [[ $- == *e* ]]; then return 0; fi
  return "$__corvid_status"
}
__corvid_stop_tracing() {
  if [[ $- == *x* ]]; then __corvid_tracing+=x; fi
  if [[ $- == *v* ]]; then __corvid_tracing+=v; fi
  builtin set +xv
}
__corvid_end() {
  __corvid_stop_tracing
  __corvid_status=$1 __corvid_done=$__corvid_last __corvid_quiet=1 __corvid_ps1=\${PS1-}
  builtin printf -v PS1 %s '' || :
  __corvid_shown=
  if [[ -n \${PS1-} ]]; then builtin eval '__corvid_shown=\${PS1@P}' || :; fi
  __corvid_watch
  __corvid_find_python
  if [[ -s $__corvid_folder/typed ]]; then __corvid_forget_typing; fi
  builtin printf '${begin}D\\037%s\\037%s\\037%s\\037%q\\037%q\\037%s\\037%q\\007' "$__corvid_last" "$1" "$$" "\${PWD-}" \\
    "$__corvid_python" "\${!-}" "$__corvid_shown" >/dev/tty
}
__corvid_ready() {
  builtin printf -v PS1 %s '' || :
  __corvid_watch
  __corvid_find_python
  __corvid_quiet=1
  builtin printf '${begin}R\\037%s\\037%q\\037%q\\037%q\\037%q\\037%s\\037%q\\007' "$$" "\${PWD-}" "$__corvid_python" \\
    "\${USER:-\${LOGNAME-}}" "\${HOSTNAME-}" "$__corvid_restored" "$__corvid_gone" >/dev/tty
}
__corvid_prompt() {
  builtin local status=$?
  if (( __corvid_done != __corvid_last )); then __corvid_end "$status"
  elif [[ -z $__corvid_quiet ]]; then builtin printf '${begin}P\\037%s\\007' "$__corvid_last" >/dev/tty
  fi
  __corvid_quiet=
  if [[ -n $__corvid_prompts ]]; then builtin eval "$__corvid_prompts" || :; fi
}
__corvid_watch() {
  if [[ \${PROMPT_COMMAND[*]-} == "$__corvid_hook" ]]; then return 0; fi
  builtin local IFS=$'\\n'
  __corvid_prompts="\${PROMPT_COMMAND[*]-}"
  __corvid_prompts=\${__corvid_prompts//"$__corvid_hook"/:}
  builtin unset -v PROMPT_COMMAND || :
  builtin printf -v PROMPT_COMMAND %s "$__corvid_hook" || :
}
__corvid_find_python() {
  __corvid_python=
  if (( BASH_VERSINFO[0] < 4 )); then __corvid_python=$(builtin type -P python || builtin type -P python3); return 0; fi
  if builtin hash python; then __corvid_python=\${BASH_CMDS[python]-}
  elif builtin hash python3; then __corvid_python=\${BASH_CMDS[python3]-}
  fi
}
__corvid_forget_typing() {
  builtin local ignored
  while builtin read -r -s -t 0.01 -n 4096 ignored </dev/tty; do :; done
  : >"$__corvid_folder/typed"
}
__corvid_leave() {
  { builtin printf '${enter('%q')}\\n' "\${PWD-}" "\${PWD-}"
    builtin export -n PWD
    builtin export -p; builtin declare -f; builtin alias -p; builtin umask -p; } >"$__corvid_folder/saved" 2>/dev/null
}`;
}

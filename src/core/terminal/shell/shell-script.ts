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
};

/**
 * The start file of a shell. Commands reach it as files and run by `eval` at top level, so that nothing of them is
 * typed; it reports by markers when one begins and ends. Markers go to /dev/tty in one write each: a redirected
 * shell still reports, and no other output gets in between.
 *
 * The token of the markers is in no file, environment or argument list, as a program could read it there: the shell asks
 * for it and reads it from its terminal, without echo, before it runs anything else.
 */
export function startFile({ inbox, own, withProfile, lastDirectory }: ShellScript): string {
  return `builtin unset -v __corvid_token
IFS= builtin read -r -s -p $'${printable(tokenRequest)}' __corvid_token </dev/tty 2>/dev/tty
builtin export -n __corvid_token
builtin readonly __corvid_token
${withProfile ? '[ -f ~/.bashrc ] && . ~/.bashrc\n' : ''}\
{ set +euxvHTE +o history; unset HISTFILE; } >/dev/null 2>&1
__corvid_in=${quoteForBash(inbox)} __corvid_own=${quoteForBash(own)} __corvid_bash=$BASH
__corvid_restored= __corvid_gone=
${lastDirectory === undefined ? `: >"$__corvid_own/saved"` : restore(lastDirectory)}
builtin export -n __corvid_token
__corvid_last=0 __corvid_done=0 __corvid_status=0 __corvid_quiet= __corvid_text= __corvid_exit= __corvid_refusal= __corvid_prompts= __corvid_python= __corvid_shown= __corvid_tracing=
__corvid_ps1=\${PS1-}
__corvid_hook='${PROMPTING}'
${functions}
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

function printable(sequence: string): string {
  return sequence.replace('\x1b', '\\033').replace('\x07', '\\007');
}

/** Goes to a directory, given as a word of a script, or keeps in mind that this is no longer possible. */
function enter(directory: string): string {
  return `builtin cd -- ${directory} 2>/dev/null && __corvid_gone= || __corvid_gone=${directory}`;
}

/**
 * What is typed to run the command of this number; a number runs once, however often it is typed. A command that may be
 * unfinished is checked before anything of it runs.
 */
export function triggerLine(number: number, options: { readonly isChecked: boolean }): string {
  // It begins with `:` because bash, after an eval that ended inside a quotation, takes the next line's first word
  // for an ordinary one, even if it is `{`.
  return ` : ; { __corvid_run ${number}${options.isChecked ? ' check' : ''} ; } >/dev/null 2>&1 ; builtin eval "$__corvid_text" ; { __corvid_end "$?" ; } >/dev/null 2>&1`;
}

/** What is typed to a shell that lost track of a command after an interrupt. */
export const recoveryLine = ' : ; { __corvid_end 130 ; } >/dev/null 2>&1';

/** What each marker begins with, for `printf` with the token. */
const MARK = printable(markerPrefix('%s'));

/** What the shell runs before each prompt and at its end. */
const PROMPTING = '{ __corvid_prompt; } >/dev/null 2>&1';
const LEAVING = '{ __corvid_leave; } >/dev/null 2>&1';

/** The text without the lines that were typed for the shell alone, which the terminal shows as it shows all typing. */
export function withoutTyping(text: string): string {
  return text.replace(TYPED, '');
}

const TYPED = new RegExp(
  [triggerLine(0, { isChecked: false }), recoveryLine]
    .map((line) => asPattern(line).replace('run 0', 'run \\d+(?: check)?'))
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
const functions = `
__corvid_run() {
  __corvid_text=
  if (( $1 <= __corvid_last )); then return 0; fi
  __corvid_last=$1 __corvid_quiet=
  if [[ -f $__corvid_in/$1 ]]; then
    IFS= builtin read -r -d '' __corvid_text <"$__corvid_in/$1" || :
  else
    __corvid_refuse "The command could not be read from $__corvid_in/$1."
  fi
  builtin printf -v PS1 %s "$__corvid_ps1" || :
  __corvid_stop_tracing
  if [[ -n \${2-} ]]; then __corvid_check "$__corvid_in/$1"; fi
  if [[ -n $__corvid_tracing ]]; then
    __corvid_text="{ builtin set -$__corvid_tracing; __corvid_recall; } 2>/dev/null"$'\\n'"$__corvid_text"
    __corvid_tracing=
  fi
  builtin printf '${MARK}C\\037%s\\007' "$__corvid_token" "$1" >/dev/tty
  __corvid_recall
}
__corvid_refuse() {
  __corvid_exit=2 __corvid_refusal="$1 Nothing was run." __corvid_text='builtin printf "%s\\n" "$__corvid_refusal" >&2'
}
__corvid_check() {
  builtin local said word
  said=$(LC_ALL=C BASH_ENV= "$__corvid_bash" -O extglob -n "$1" 2>&1 </dev/null) || :
  said=\${said//"$1: "/}
  case $said in
    *'unexpected EOF while looking for matching'*)
      word=\${said#*looking for matching \\\`} word=\${word%%$'\\n'*} word=\${word%?}
      __corvid_refuse "\${said%%:*}: a quotation, substitution or bracket is not closed: the closing $word is missing." ;;
    *'here-document at line '*)
      word=\${said#*wanted \\\`} word=\${word%%"')"*}
      if ! __corvid_ends_at_bracket "$word"; then
        said=\${said#*here-document at }
        __corvid_refuse "\${said%% delimited*}: the here-document does not end: the line $word is missing."
      fi ;;
    *'unexpected end of file'*)
      if ! __corvid_aliases_blocks; then
        __corvid_refuse "\${said%%:*}: a block or list is not complete: its end (fi, done, esac, } or a bracket) or the next command is missing."
      fi ;;
    *'syntax error'*)
      if ! __corvid_aliases_blocks; then __corvid_refuse "\${said%%$'\\n'*}."; fi ;;
  esac
}
__corvid_ends_at_bracket() {
  if [[ $__corvid_text != *$'\\n'"$1)"* ]]; then return 1; fi
  # A here-document that has no end takes the bracket as its text. After a whole command the bracket is an error.
  [[ $(builtin printf '%s\\n)\\n' "$__corvid_text" | LC_ALL=C BASH_ENV= "$__corvid_bash" -O extglob -n 2>&1) == *'syntax error'* ]]
}
__corvid_aliases_blocks() {
  builtin local word aliases ends=$'[\\';\\n]'
  aliases=$(builtin alias -p)
  aliases=" \${aliases//$ends/ } "
  for word in then do done fi esac '{' '}' '(' ')'; do
    if [[ $aliases == *" $word "* ]]; then return 0; fi
  done
  return 1
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
  builtin set -- "\${__corvid_exit:-$1}"
  __corvid_exit=
  __corvid_status=$1 __corvid_done=$__corvid_last __corvid_quiet=1 __corvid_ps1=\${PS1-}
  builtin printf -v PS1 %s '' || :
  __corvid_shown=
  if [[ -n \${PS1-} ]]; then builtin eval '__corvid_shown=\${PS1@P}' || :; fi
  __corvid_watch
  __corvid_find_python
  if [[ -e $__corvid_in/typed-$__corvid_last ]]; then __corvid_forget_typing; fi
  builtin printf '${MARK}D\\037%s\\037%s\\037%s\\037%q\\037%q\\037%s\\037%q\\007' "$__corvid_token" "$__corvid_last" "$1" "$$" "\${PWD-}" \\
    "$__corvid_python" "\${!-}" "$__corvid_shown" >/dev/tty
}
__corvid_ready() {
  builtin printf -v PS1 %s '' || :
  __corvid_watch
  __corvid_find_python
  __corvid_quiet=1
  builtin printf '${MARK}R\\037%s\\037%q\\037%q\\037%q\\037%q\\037%s\\037%q\\007' "$__corvid_token" "$$" "\${PWD-}" "$__corvid_python" \\
    "\${USER:-\${LOGNAME-}}" "\${HOSTNAME-}" "$__corvid_restored" "$__corvid_gone" >/dev/tty
}
__corvid_prompt() {
  builtin local status=$?
  if (( __corvid_done != __corvid_last )); then __corvid_end "$status"
  elif [[ -z $__corvid_quiet ]]; then builtin printf '${MARK}P\\037%s\\007' "$__corvid_token" "$__corvid_last" >/dev/tty
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
}
__corvid_leave() {
  { builtin printf '${enter('%q')}\\n' "\${PWD-}" "\${PWD-}"
    builtin export -n PWD __corvid_token
    builtin export -p; builtin declare -f; builtin alias -p; builtin umask -p; } >"$__corvid_own/saved" 2>/dev/null
}`;

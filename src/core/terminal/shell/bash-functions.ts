import { markerPrefix } from './marker-parser.ts';

/** A control sequence as `printf` of a shell writes it. */
export function printfText(sequence: string): string {
  return sequence.replace('\x1b', '\\033').replace('\x07', '\\007');
}

/** Goes to a directory, given as a word of a script, or keeps in mind that this is no longer possible. */
export function enter(directory: string): string {
  return `builtin cd -- ${directory} 2>/dev/null && __corvid_gone= || __corvid_gone=${directory}`;
}

/** What each marker begins with, for `printf` with the token. */
const MARK = printfText(markerPrefix('%s'));

/** At top level, as a function sees none of these traps. */
export const PUT_TRAPS_ASIDE =
  '\\builtin \\trap -p ERR RETURN DEBUG>|"$__corvid_own/traps";\\builtin \\trap - ERR RETURN DEBUG;__corvid_armed=;';

/**
 * Ends the text of each command. An assignment runs no function and no alias, and as one command it sees all of `$?`,
 * `$_` and `PIPESTATUS` as the command has left them. With it `eval` succeeds, so that a trap for errors runs once.
 */
export const KEEPING = `{ __corvid_kept=("$?" "$_" "\${PIPESTATUS[@]}");${PUT_TRAPS_ASIDE}} &>/dev/null`;

/**
 * The functions of a shell. None of them runs with the user's traps, tracing, history, or a function named `builtin`:
 * these are put aside at the end of a command and brought back with the next one.
 *
 * Between commands nothing is traced (`set -x`, `set -v`): what the shell runs then is not the user's. It stops in any
 * case, as bash goes on showing what it reads after a `set +v` in a prompt command.
 */
export const bashFunctions = `
__corvid_run() {
  __corvid_t= __corvid_kept=()
  builtin local number="\${__corvid_n%c}"
  if (( number <= \${__corvid_last:-0} )); then return 0; fi
  __corvid_last=$number __corvid_quiet=
  if [[ -f $__corvid_in/$number ]]; then
    IFS= builtin read -r -d '' __corvid_t <"$__corvid_in/$number" || :
  else
    __corvid_refuse "The command could not be read from $__corvid_in/$number."
  fi
  builtin printf -v PS1 %s "$__corvid_ps1" || :
  __corvid_stop_tracing
  if [[ $__corvid_n == *c ]]; then __corvid_check "$__corvid_in/$number"; fi
  if [[ -n $__corvid_show ]]; then __corvid_display; fi
  __corvid_prepare
  builtin printf '${MARK}C\\037%s\\007' "$__corvid_token" "$number" >/dev/tty
  __corvid_recall
}
__corvid_prepare() {
  builtin local before= traps=
  if [[ -n $__corvid_history ]]; then builtin set -o history; builtin history -s -- "$__corvid_t"; fi
  # No pattern with =~, which would change BASH_REMATCH.
  case $__corvid_t in
    exit|logout|exit\\ [0-9]|exit\\ [0-9][0-9]|exit\\ [0-9][0-9][0-9])
      # bash leaves at the second attempt if nothing else ran in between.
      if [[ -n $__corvid_leaving && $__corvid_status == 1 ]]; then before="$__corvid_t &>/dev/null"$'\\n'; fi
      __corvid_leaving=1 ;;
    *) __corvid_leaving= ;;
  esac
  if [[ -s $__corvid_own/traps ]]; then IFS= builtin read -r -d '' traps <"$__corvid_own/traps" || :; fi
  __corvid_again=$traps __corvid_armed=1
  if [[ $__corvid_t == *PIPESTATUS* && \${__corvid_pipe-} == *' '* && $- != *e* && $traps != *' ERR'* ]]; then
    before="{ (exit \${__corvid_pipe// /) | (exit });} 2>/dev/null"$'\\n'$before
  elif [[ $traps == *' DEBUG'* && $__corvid_status != 0 ]]; then
    before="{ (exit $__corvid_status)&&[[ 1 ]];} 2>/dev/null"$'\\n'$before
  fi
  # In such a list a failure neither runs a trap nor ends the shell.
  if [[ -n $__corvid_tracing$traps$__corvid_hidden ]]; then
    before='{ __corvid_resume "$__corvid_a"&&[[ 1 ]];} &>/dev/null'$'\\n'$before
  fi
  __corvid_t=$before$__corvid_t$'\\n'$__corvid_keeping
}
__corvid_resume() {
  if [[ -n $__corvid_tracing ]]; then builtin set -$__corvid_tracing; fi
  __corvid_tracing=
  builtin eval "$__corvid_hidden"$'\\n'"$__corvid_again"
  if [[ $__corvid_again == *' DEBUG'* ]]; then return; fi
  return "$__corvid_status"
}
__corvid_display() {
  builtin printf '${MARK}V\\007\\033[A\\r\\033[2K$ %s\\n' "$__corvid_token" "\${__corvid_t:0:4000}" >/dev/tty
}
__corvid_refuse() {
  __corvid_exit=2 __corvid_refusal="$1 Nothing was run." __corvid_t='builtin printf "%s\\n" "$__corvid_refusal" >&2'
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
  if [[ $__corvid_t != *$'\\n'"$1)"* ]]; then return 1; fi
  # A here-document that has no end takes the bracket as its text. After a whole command the bracket is an error.
  [[ $(builtin printf '%s\\n)\\n' "$__corvid_t" | LC_ALL=C BASH_ENV= "$__corvid_bash" -O extglob -n 2>&1) == *'syntax error'* ]]
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
  return "\${__corvid_status:-0}"
}
__corvid_stop_tracing() {
  if [[ $- == *x* ]]; then __corvid_tracing+=x; fi
  if [[ $- == *v* ]]; then __corvid_tracing+=v; fi
  builtin set +xv
}
__corvid_report_jobs() {
  builtin local pid code running=
  for pid in $__corvid_jobs; do
    if builtin kill -0 "$pid"; then running+=" $pid"; continue; fi
    code=0
    builtin wait "$pid" || code=$?
    builtin printf '${MARK}J\\037%s\\037%s\\007' "$__corvid_token" "$pid" "$code" >/dev/tty
  done
  __corvid_jobs=$running __corvid_quiet=1
}
__corvid_put_aside() {
  if declare -F builtin; then __corvid_hidden=$(declare -f builtin); unset -f builtin; else __corvid_hidden=; fi
  __corvid_stop_tracing
  __corvid_history=
  if [[ -o history ]]; then __corvid_history=1; builtin set +o history; fi
}
__corvid_end() {
  __corvid_put_aside
  builtin set -- "\${__corvid_exit:-\${__corvid_kept[0]-$1}}"
  if (( \${#__corvid_kept[@]} > 2 )); then
    builtin local IFS=' '
    __corvid_a=\${__corvid_kept[1]} __corvid_pipe="\${__corvid_kept[*]:2}"
    # With \`set -a\` it would reach every program, and the file of an ending shell.
    if [[ $__corvid_a == *"$__corvid_token"* ]]; then __corvid_a=; fi
    builtin export -n __corvid_a __corvid_kept
  else __corvid_pipe=$1
  fi
  __corvid_exit= __corvid_kept=()
  __corvid_status=$1 __corvid_done=\${__corvid_last:-0} __corvid_quiet=1 __corvid_ps1=\${PS1-}
  builtin printf -v PS1 %s '' || :
  __corvid_shown=
  if [[ -n \${PS1-} ]]; then builtin eval '__corvid_shown=\${PS1@P}' || :; fi
  if [[ -n \${!-} && \${!-} != "$__corvid_bang" ]]; then __corvid_bang=$! __corvid_jobs+=" $!"; fi
  if [[ -n $__corvid_jobs ]]; then builtin local IFS=' '; __corvid_report_jobs; fi
  __corvid_watch
  __corvid_find_python
  if [[ -e $__corvid_in/typed-$__corvid_done ]]; then __corvid_forget_typing; fi
  builtin printf '${MARK}D\\037%s\\037%s\\037%s\\037%q\\037%q\\037%s\\037%q\\007' "$__corvid_token" "$__corvid_done" "$1" "$$" "\${PWD-}" \\
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
  builtin local status="$?"
  if (( \${__corvid_done:-0} != \${__corvid_last:-0} )); then __corvid_end "$status"
  elif [[ -z $__corvid_quiet ]]; then builtin printf '${MARK}P\\037%s\\007' "$__corvid_token" "\${__corvid_last:-0}" >/dev/tty
  fi
  __corvid_quiet=
  if [[ -n $__corvid_prompts ]]; then __corvid_recall; fi
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
    builtin export -n PWD __corvid_token __corvid_a __corvid_kept
    builtin export -p; builtin declare -f; builtin alias -p; builtin umask -p; } >"$__corvid_own/saved" 2>/dev/null
}`;

/** The functions that the user cannot redefine. */
export const functionNames: readonly string[] = [...bashFunctions.matchAll(/^(__corvid_\w+)\(\)/gm)].map(
  ([, name]) => name!,
);

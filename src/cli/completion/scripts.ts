// Loaded once by a shell. The words come from `corvid` itself at each TAB: that takes the start of Node, some tens of
// milliseconds, and they always match the installed version and the tool on the line.
// The scripts call `corvid` from the PATH, never the path on the line, which the user has not decided to run yet.

export const shells = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof shells)[number];

/** Printed instead of words where the shell completes paths itself. */
export const FILES = ':files';
export const FOLDERS = ':folders';

/** The line that sets up completion, and the file for it. */
export const setup: Readonly<Record<ShellName, { readonly file: string; readonly line: string }>> = {
  bash: { file: '~/.bashrc', line: 'eval "$(corvid completion bash)"' },
  zsh: { file: '~/.zshrc', line: 'eval "$(corvid completion zsh)"' },
  fish: { file: '~/.config/fish/config.fish', line: 'corvid completion fish | source' },
};

// Without words to choose from, bash completes file names by itself (-o default). It must run in bash 3.2, which macOS has.
const bash = `_corvid() {
  local found
  found=$(corvid completion words bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
  local IFS=$'\\n'
  COMPREPLY=($found)
  case "\${COMPREPLY[0]-}" in
    ${FILES}) COMPREPLY=() ;;
    ${FOLDERS}) COMPREPLY=(); compopt +o default -o dirnames 2>/dev/null ;;
  esac
}
complete -o default -F _corvid corvid
`;

const zsh = `#compdef corvid
_corvid() {
  local -a found
  found=("\${(@f)$(corvid completion words zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null </dev/null)}")
  case "$found[1]" in
    ${FILES}) compset -P '--*='; _files ;;
    ${FOLDERS}) compset -P '--*='; _files -/ ;;
    ?*) _describe -V corvid found ;;
  esac
}
if [ "$funcstack[1]" = _corvid ]; then
  _corvid "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _corvid corvid
fi
`;

const fish = `function __corvid_words
  set -l token (commandline -ct)
  set -l line (commandline -opc) "$token"
  set -l found (corvid completion words fish -- $line[2..-1] 2>/dev/null </dev/null)
  set -l flag (string match -r -- '^--[^=]+=' "$token")
  set -l path (string replace -r -- '^--[^=]+=' '' "$token")
  switch "$found[1]"
    case '${FILES}'
      __fish_complete_path "$path" | string replace -r -- '^' "$flag"
    case '${FOLDERS}'
      __fish_complete_directories "$path" | string replace -r -- '^' "$flag"
    case '*'
      printf '%s\\n' $found
  end
end
complete -c corvid -f -a '(__corvid_words)'
`;

export const scripts: Readonly<Record<ShellName, string>> = { bash, zsh, fish };

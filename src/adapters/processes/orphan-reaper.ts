import { spawn } from 'node:child_process';
import type { KnownProcess } from './process-table.ts';
import { TREE_MARK } from './process-tree.ts';

/** Ends the processes and removes the folders of a server that was killed. */
export type OrphanReaper = {
  addFolder(folder: string): void;
  /** Is ended if it is still the same process by then. */
  addProcess(found: KnownProcess): void;
  /** Ends the reaper: nothing is left to clean up. */
  stop(): void;
};

/**
 * A small process that outlives a killed server for a moment and cleans up after it: the kernel hangs up the
 * terminals, but some programs ignore that, and tmux is a server of its own. It sleeps until its input ends.
 * `groups` is the common beginning of the paths of all cgroups of this server.
 */
export function startOrphanReaper(mark: string, groups: string | undefined): OrphanReaper {
  const child = spawn('/bin/sh', ['-c', script, 'corvid-reaper', `${TREE_MARK}=${mark}.`, groups ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return {
    addFolder: (folder) => void child.stdin.write(`folder ${folder}\n`),
    addProcess: ({ pid, startedAt }) => void child.stdin.write(`process ${pid}:${startedAt}\n`),
    stop: () => child.stdin.end('done\n'),
  };
}

// A pid is signalled only if it is greater than 1 and, for a process that the server named, if it has the same start
// time: field 22 of /proc/PID/stat, the 20th after the program's name in parentheses.
const script = `
mark=$1 groups=$2 known=
shift 2
while read -r word rest; do
  case $word in
    done) exit ;;
    folder) set -- "$@" "$rest" ;;
    process) known="$known $rest" ;;
  esac
done
start_of() {
  fields=$(cat "/proc/$1/stat" 2>/dev/null) || return
  set -f; set -- \${fields##*) }; set +f
  echo "\${20}"
}
send() {
  case $2 in ''|*[!0-9]*|0*|1) return ;; esac
  [ "$2" != $$ ] && kill "-$1" "$2"
}
send_all() {
  for environ in $(grep -lzs -- "^$mark" /proc/[0-9]*/environ); do
    pid=\${environ#/proc/}; send "$1" "\${pid%/environ}"
  done
  # One without the mark gets no SIGTERM: processes that it starts in response could not be found.
  for one in $known; do
    pid=\${one%:*}
    [ "$(start_of "$pid")" = "\${one#*:}" ] || continue
    grep -qzs -- "^$mark" "/proc/$pid/environ" || send KILL "$pid"
  done
  [ -n "$groups" ] || return
  for list in "$groups"*/cgroup.procs; do
    [ -e "$list" ] && while read -r pid; do send "$1" "$pid"; done <"$list"
  done
}
sleep 0.1
send_all TERM
sleep 0.3
for round in 1 2 3; do
  [ -n "$groups" ] && for group in "$groups"*; do echo 1 >"$group/cgroup.kill"; done
  send_all KILL
done
[ -n "$groups" ] && { sleep 0.1; find "$groups"* -depth -type d -exec rmdir {} \\; ; }
for folder in "$@"; do rm -rf -- "$folder"; done
`;

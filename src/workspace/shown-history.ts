import type { PathPolicy } from '../core/paths/path-policy.ts';
import type { Files } from '../ports/files.ts';
import type { History, HistoryEntry } from '../ports/history.ts';
import { deniedBy } from './paths/path-access.ts';

type Parts = { readonly history: History; readonly files: Files; readonly policy: () => PathPolicy };

/** The history for those who look at it: of a file that is denied only that it was changed, and not what. */
export function shownHistory({ history, files, policy }: Parts): Pick<History, 'list' | 'watch'> {
  const shown = async (entry: HistoryEntry): Promise<HistoryEntry> => {
    const rule = await deniedBy(entry.path, policy(), files);
    return rule === undefined ? entry : { ...entry, diff: notShown(entry.path, rule) };
  };
  return {
    list: async (filter) => Promise.all((await history.list(filter)).map(shown)),
    async watch(onEvent) {
      let before = Promise.resolve();
      return history.watch((event) => {
        before = before.then(async () =>
          onEvent(event.kind === 'made' ? { ...event, entry: await shown(event.entry) } : event),
        );
      });
    },
  };
}

/** As a remark of a diff. */
function notShown(path: string, rule: string): string {
  return `\\ Not shown: the rule \`${rule}\` denies this path; --allow-read '${path}' lifts it\n`;
}

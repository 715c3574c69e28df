import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from '../../../../core/checkpoints/group.ts';
import type { Restore } from '../../../../core/checkpoints/plan-undo.ts';
import { groupIdPattern } from '../../recorder/group-ids.ts';
import { readChecked, writeChecked } from '../store/checked-file.ts';
import { namesIn } from '../store/temporary-name.ts';

/** A path with the names that its restore uses beside it. */
export type JournalEntry = {
  readonly restore: Restore;
  /** Where the new content lies ready: a folder that stays a folder. */
  readonly stagedIn: string;
  readonly staged: string;
  /** The name of what was there, until it is known to be unchanged. */
  readonly aside: string;
};

/** A restore under way: whatever process finds it can finish it. */
export type RestoreJournal = { readonly group: Group; readonly entries: readonly JournalEntry[] };

/** The journals of one covered folder. */
export class JournalFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  write(journal: RestoreJournal): void {
    writeChecked(join(this.#folder, journal.group.id), journal, { isDurable: true });
  }

  remove(id: string): void {
    rmSync(join(this.#folder, id), { force: true });
  }

  /** Those that are whole: one that is torn was not begun. */
  list(): RestoreJournal[] {
    const names = namesIn(this.#folder).filter((name) => groupIdPattern.test(name));
    return names.flatMap((name) => {
      const journal = readChecked(join(this.#folder, name));
      if (journal) return [journal as RestoreJournal];
      this.remove(name);
      return [];
    });
  }
}

/** As the names of other files under way, which are never covered; not the same as those of an edit of this path. */
export function journalEntry(restore: Restore, stagedIn: string): JournalEntry {
  const hash = createHash('sha256').update(`undo ${restore.path}`).digest('hex').slice(0, 16);
  const base = `.corvid-${hash}-${randomBytes(8).toString('hex')}`;
  return { restore, stagedIn, staged: `${base}.tmp`, aside: `${base}.old` };
}

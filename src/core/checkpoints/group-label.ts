import type { Group } from './group.ts';

const MAX_COMMAND = 60;

/** What a group is called: `k7ab (terminal: rm -rf src)`. */
export function groupLabel(group: Group): string {
  return `${group.id} (${whatMade(group)})`;
}

/** The call that made the changes, in one line. */
export function whatMade({ by, undoes = [], undoesPartOf = [], isRedo }: Group): string {
  const taken = [...undoes, ...undoesPartOf];
  if (by.kind === 'other') return by.note === undefined ? 'other programs' : `other programs: ${by.note}`;
  if (taken.length > 0) return `${isRedo ? 'redo by undo of' : 'undo of'} ${taken.join(', ')}`;
  const name = by.tool ?? 'a call';
  const detail = by.command ?? by.label;
  return detail === undefined ? name : `${name}: ${oneLine(detail)}`;
}

function oneLine(text: string): string {
  const line = text.trim().replace(/\s*\n\s*/g, '; ');
  return line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND)}…` : line;
}

/**
 * Which entries of a path came and which were taken back, by their ids, oldest first. Those that made room for newer
 * ones were not taken back: room is made from the oldest on.
 */
export function idChanges(
  known: readonly string[],
  now: readonly string[],
): { made: string[]; undone: string[] } {
  const oldestKept = now.find((id) => known.includes(id));
  const isUndone = (id: string) => now.length === 0 || (oldestKept !== undefined && oldestKept < id);
  return {
    made: now.filter((id) => !known.includes(id)),
    undone: known.filter((id) => !now.includes(id) && isUndone(id)),
  };
}

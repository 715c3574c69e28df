/** `1 line`, `2 lines`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `line 3`, `lines 3-5`. */
export function linesText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

/** OpenCode keeps the first 2,000 lines of a result; the notices below a text must be among them. */
const MAX_LINES = 1_500;
const CHARACTERS_PER_LINE = 20;

/** How many lines of a result may be shown besides a limit of characters; a larger limit allows more lines. */
export function maxResultLines(characters: number): number {
  return Math.max(MAX_LINES, Math.floor(characters / CHARACTERS_PER_LINE));
}

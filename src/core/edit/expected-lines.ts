import { linesWithEndings, withoutEnding } from '../text/lines.ts';

/** The lines of a text that a caller sent; a final line break ends its last line and begins no other. */
export function linesOfContent(content: string): string[] {
  return content === '' ? [''] : linesWithEndings(content).map(withoutEnding);
}

/** Whether these lines stand from this line on, whatever blanks are around them. */
export function standsAt(lines: readonly string[], expected: readonly string[], line: number): boolean {
  return expected.every((text, i) => lines[line - 1 + i]?.trim() === text.trim());
}

/** The lines at which they stand. */
export function placesOf(lines: readonly string[], expected: readonly string[]): number[] {
  const places: number[] = [];
  for (let line = 1; line <= lines.length; line++) if (standsAt(lines, expected, line)) places.push(line);
  return places;
}

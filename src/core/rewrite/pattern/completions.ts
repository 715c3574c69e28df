import type { Form, PatternRules } from '../../languages/pattern-rules.ts';
import { type Hole, holesOf } from './pattern.ts';
import type { Fill, FilledPattern } from './pattern-tree.ts';

/** Every way to read a pattern as code of a language, the most likely first. */
export function* completionsOf(pattern: string, { frames, forms }: PatternRules): Generator<FilledPattern> {
  const filled = forms.map((choice) => fillHoles(pattern, choice));
  for (const { before, after, when } of frames) {
    if (when?.test(pattern) === false) continue;
    for (const way of filled) yield shifted(way, before, after);
  }
}

function shifted(filled: FilledPattern, before: string, after: string): FilledPattern {
  const by = before.length;
  return {
    code: before + filled.code + after,
    start: by,
    end: by + filled.end,
    fills: filled.fills.map((fill) => ({ ...fill, start: fill.start + by, end: fill.end + by })),
  };
}

function fillHoles(pattern: string, forms: readonly Form[]): FilledPattern {
  const name = unusedName(pattern);
  const fills: Fill[] = [];
  let code = '';
  let reached = 0;
  for (const [i, hole] of holesOf(pattern).entries()) {
    code += pattern.slice(reached, hole.start);
    const form = forms.find((form) => fits(form, hole, pattern));
    const word = (form?.form ?? '#').replaceAll('#', `${name}${i}`);
    const written = pattern.slice(hole.start, hole.end);
    fills.push({ hole, written, start: code.length, end: code.length + word.length });
    code += word;
    reached = hole.end;
  }
  code += pattern.slice(reached);
  return { code, start: 0, end: code.length, fills };
}

function unusedName(pattern: string): string {
  let name = 'zqx';
  while (pattern.includes(name)) name += 'x';
  return name;
}

function fits({ before, after, isSpread }: Form, hole: Hole, pattern: string): boolean {
  if (isSpread && !hole.isSpread) return false;
  const fitsBefore = before?.test(pattern.slice(0, hole.start)) ?? true;
  return fitsBefore && (after?.test(pattern.slice(hole.end)) ?? true);
}

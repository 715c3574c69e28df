import { languages } from '../../core/languages/index.ts';
import { holesOf } from '../../core/rewrite/pattern/pattern.ts';
import { lineNumberAt } from '../../core/text/lines.ts';
import { invalid } from '../call/input.ts';
import type { FoundFile } from './rewrite-files.ts';

/** In a language where `$NAME` is code, a name that the code uses could be that variable or a metavariable. */
export function refuseVariables(pattern: string, changed: readonly FoundFile[]): void {
  const holes = holesOf(pattern).filter(({ name, isSpread }) => name !== '' && !isSpread);
  for (const name of new Set(holes.map((hole) => hole.name))) {
    for (const { path, text, language } of changed) {
      const at = languages[language].patterns?.variable?.(name).exec(text)?.index;
      if (at !== undefined) throw ambiguous(name, `${path}:${lineNumberAt(text, at)}`);
    }
  }
}

function ambiguous(name: string, where: string): Error {
  const other = name === 'META' ? '$ANY' : '$META';
  return invalid(
    `Nothing was changed: \`$${name}\` is a metavariable in the pattern, which matches any code, and also a variable in the code (${where}). Use a metavariable name that the code does not use, such as \`${other}\`; or replace the exact text with edit_file.`,
    { variable: `$${name}` },
  );
}

import type { ToolError } from '../../core/errors.ts';
import { type Language, languages } from '../../core/languages/index.ts';
import type { PatternProblem } from '../../ports/patterns.ts';
import { invalid } from '../call/input.ts';
import { brief } from '../call/received-value.ts';

/** A dialect with a grammar of its own is named too. */
export const knownLanguages = Object.values(languages)
  .filter(({ patterns, dialectOf, grammar }) => patterns && dialectOf !== grammar)
  .map(({ title }) => title)
  .join(', ');

/** Says why a pattern cannot be used, and what one that can looks like. */
export function patternError(problem: PatternProblem, pattern: string, language: Language): ToolError {
  const { title, patterns } = languages[language];
  const advice = patterns ? ` A pattern that works in ${title}: \`${patterns.example}\`.` : '';
  return invalid(`${whatIsWrong(problem, pattern, title)}${advice}`, {
    pattern: brief(pattern),
    language,
    ...problem,
    ...(problem.about !== undefined && { about: brief(problem.about) }),
  });
}

function whatIsWrong({ reason, about }: PatternProblem, pattern: string, title: string): string {
  const quoted = `\`${brief(pattern)}\``;
  switch (reason) {
    case 'no-patterns':
      return `Patterns are not available for ${title}, only for: ${knownLanguages}. Quote the text with edit_file instead.`;
    case 'several':
      return `Invalid \`pattern\` parameter: ${quoted} is more than one piece of ${title} code. Give one expression, statement or declaration; rewrite the others in separate calls, or quote them with edit_file.`;
    case 'anything':
      return `Invalid \`pattern\` parameter: ${quoted} would match all code. Add code around the metavariable.`;
    case 'not-a-node':
      return `Invalid \`pattern\` parameter: in ${quoted}, \`${brief(about ?? '')}\` is not a complete piece of ${title} code.`;
    default:
      return `Invalid \`pattern\` parameter: ${quoted} is not ${title} code. ${hintFor(pattern)}`;
  }
}

function hintFor(pattern: string): string {
  const partOfWord = /\b\w+\$+[A-Z_]+/.exec(pattern)?.[0];
  if (partOfWord)
    return `\`${brief(partOfWord)}\`: a metavariable must be a complete name, not a part of one.`;
  return 'Write one complete expression, statement or declaration, with `$NAME` for one piece of code and `$$$NAME` for any number of them.';
}

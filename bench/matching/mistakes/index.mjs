import { strings } from './call.mjs';
import { characterMistakes } from './characters.mjs';
import { copyingMistakes } from './copying.mjs';
import { elisionMistakes } from './elision.mjs';
import { indentationMistakes, unknowableIndentation } from './indentation.mjs';
import { layoutMistakes } from './layout.mjs';
import { memoryMistakes } from './memory.mjs';
import { refusalMistakes } from './refusals.mjs';
import { whitespaceMistakes } from './whitespace.mjs';

const verbatim = { name: 'verbatim', mayBeExact: true, make: ({ call, closed }) => strings(call, closed) };

const grouped = (group, mistakes) =>
  mistakes.map((mistake) => ({ expects: 'edit', shown: true, ...mistake, group }));

/**
 * Every class of mistakes. `make(quoted, random, others)` gives the call's strings, and where they differ from
 * the plain case the file's text (`disk`), what was shown before it changed (`seen`) and the text that is
 * `expected`; undefined where the edit does not allow that mistake. `expects` says what is right:
 *
 * - `edit`: the file becomes what was expected
 * - `refusal`: the file stays as it is
 * - `either`: one of these two
 * - `once`: after the call was sent twice, the file is as after one edit, or as it was
 */
export const MISTAKES = [
  ...grouped('verbatim', [verbatim]),
  ...grouped('imprecise', [
    ...whitespaceMistakes,
    ...indentationMistakes,
    ...characterMistakes,
    ...layoutMistakes,
    ...copyingMistakes,
    ...elisionMistakes,
    ...memoryMistakes,
  ]),
  ...grouped('refuse', [
    ...refusalMistakes,
    ...unknowableIndentation.map((mistake) => ({ ...mistake, expects: 'either' })),
  ]),
];

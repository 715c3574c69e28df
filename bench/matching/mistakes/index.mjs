import { strings } from '../call.mjs';
import { mixtures } from '../mixtures.mjs';
import { blockRefusals } from './blocks.mjs';
import { boundaryMistakes, boundaryRefusals, literalCalls } from './boundaries.mjs';
import { characterMistakes, quoteRefusals } from './characters.mjs';
import { copyingMistakes, copyingRefusals } from './copying.mjs';
import { elisionMistakes, elisionRefusals } from './elision.mjs';
import { indentationMistakes, unknowableIndentation } from './indentation.mjs';
import { layoutMistakes } from './layout.mjs';
import { memoryMistakes } from './memory.mjs';
import { blankLineAgain, omissionMistakes, omissionRefusals } from './omissions.mjs';
import { refusalMistakes } from './refusals.mjs';
import { sequenceMistakes } from './sequences.mjs';
import { targetMistakes } from './targets.mjs';
import { whitespaceMistakes } from './whitespace.mjs';

const verbatim = [
  { name: 'verbatim', make: ({ call, closed }) => strings(call, closed) },
  { row: 'W2', name: 'blank-line-inserted-again', isSpecial: true, make: blankLineAgain },
  ...literalCalls.map((one) => ({ ...one, isSpecial: true })),
].map((one) => ({ ...one, mayBeExact: true, bytes: true }));

const grouped = (group, mistakes) =>
  mistakes.map((mistake) => {
    const all = { row: '', expects: 'edit', ...mistake, group };
    return { unread: all.expects, ...all };
  });

/**
 * Every class of calls, each of the same weight. `make(quoted, random, others)` gives the call's strings, and where
 * they differ from the plain case the file's text (`disk`), what was shown before it changed (`seen`), the text that
 * is `expected`, others that are as good (`alternatives`), the calls of a sequence (`calls`), or the edit that it is
 * `about`; undefined where the edit does not allow that mistake. `expects` says what is right after the file was
 * read, `unread` without that (the same if nothing is said; `skip`: not measured):
 *
 * - `edit`: the file becomes what was expected
 * - `refusal`: the file stays as it is
 * - `either`: one of these two, because what is meant cannot be known for sure
 * - `once`: after the call was sent twice, the file is as after one edit, or as it was
 *
 * `cutsLines`: the quotation begins or ends within a line, or changes line breaks, which a patch cannot say.
 * `row` is the row of the list of known faults that the class is for (`W1` … `A7`).
 */
export const MISTAKES = [
  ...grouped('verbatim', verbatim),
  ...grouped('imprecise', [
    ...whitespaceMistakes,
    ...indentationMistakes,
    ...characterMistakes,
    ...layoutMistakes,
    ...copyingMistakes,
    ...elisionMistakes,
    ...memoryMistakes,
    ...omissionMistakes,
    ...boundaryMistakes,
    ...targetMistakes,
    ...sequenceMistakes,
  ]),
  ...grouped('mixture', mixtures),
  ...grouped('refuse', [
    ...refusalMistakes,
    ...elisionRefusals,
    ...omissionRefusals,
    ...boundaryRefusals,
    ...blockRefusals,
    ...quoteRefusals,
    ...copyingRefusals,
    ...unknowableIndentation.map((mistake) => ({ ...mistake, expects: 'either' })),
  ]),
];

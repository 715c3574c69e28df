import { createRandom } from '../matching/random.mjs';
import { editedLine, unitOf } from './mutations.mjs';
import { parses } from './parsers.mjs';
import { REPAIRED } from './repairs.mjs';

/**
 * What replaces a block is an edited version of it: the same text would ask for another indentation. Where a block is
 * legal as it is sent, at a level other than its own, that is what was asked for.
 */
export function blockCase(block, mutation, placement, seed) {
  const { id, path, language, lines, from, to } = block;
  const random = createRandom(seed, mutation.name, id);
  const own = lines.slice(from, to);
  const wanted = placement === 'replace' ? editedLine(own, language, random) : own;
  const sent = wanted && mutation.make({ lines: wanted, unit: unitOf(lines), language, random });
  if (!sent) return undefined;
  const [before, after] = [lines.slice(0, from), lines.slice(to)];
  const fileWith = (some) => [...before, ...some, ...after].join('\n');
  const isLegal = mutation.uniform === true && isLegalAsSent(sent, language, fileWith);
  const call =
    placement === 'replace'
      ? { command: 'replace', start_line: from + 1, end_line: to }
      : { command: 'insert', insert_line: from };
  return {
    id,
    path,
    disk: fileWith(placement === 'replace' ? own : []),
    expected: fileWith(isLegal ? sent : wanted),
    input: { ...call, new_content: sent.join('\n') },
    isLegal,
  };
}

/** At the margin lines have rather lost their indentation. */
function isLegalAsSent(sent, language, fileWith) {
  return (
    REPAIRED.test(language) &&
    language !== 'Makefile' &&
    /^\s/.test(sent[0]) &&
    parses(language, fileWith(sent))
  );
}

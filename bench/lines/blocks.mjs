import { createRandom } from '../matching/random.mjs';

const SIZE = { min: 3, max: 40 };
const PER_FILE = 6;

const indentOf = (line) => /^[ \t]*/.exec(line)[0];
const isText = (line) => line.trim() !== '';
const isCloser = (line) => /^\s*[)\]}]/.test(line);
const OPENERS = {
  Python:
    /^(?:async |class |def |elif |else|except|finally|for |if |try|while |with ).*:$|^(?:else|except|finally|try):$/,
  YAML: /^[^#].*:$|^-\s/,
  Makefile: /^[\w.$(][^=#]*:(?:[^=]*)$/,
};

/**
 * Functions, loops, mappings …: what a header and the deeper lines below it make, with the line that closes them.
 * `{ id, path, language, lines, from, to }`, `to` excluded, from 0; as many of each language up to a limit.
 */
export function blocksOf(sources, seed, perLanguage) {
  const random = createRandom(seed, 'blocks');
  const byLanguage = new Map();
  for (const source of sources) {
    const blocks = random.shuffle(blocksIn(source)).slice(0, PER_FILE);
    byLanguage.set(source.language, [...(byLanguage.get(source.language) ?? []), ...blocks]);
  }
  return [...byLanguage].map(([language, blocks]) => ({
    language,
    blocks: random.shuffle(blocks).slice(0, perLanguage),
  }));
}

function blocksIn({ id, path, language, text }) {
  const lines = text.split('\n');
  const opener = OPENERS[language.split(' ')[0]] ?? /[{([]$/;
  return lines.flatMap((line, at) => {
    if (!opener.test(line.trim()) || isCloser(line)) return [];
    const from = /^\s*\{$/.test(line) ? headerBefore(lines, at) : at;
    const to = endOfBlock(lines, at);
    return isUsual(lines.slice(from, to))
      ? [{ id: `${id}:${from + 1}`, path, language, lines, from, to }]
      : [];
  });
}

/** Blank lines that hold blanks are emptied when a block is moved, so that such blocks could never come out. */
function isUsual(lines) {
  return lines.length >= SIZE.min && lines.length <= SIZE.max && !lines.some((line) => /^[ \t]+$/.test(line));
}

/** A brace on a line of its own belongs to the line before it. */
function headerBefore(lines, at) {
  const before = lines[at - 1] ?? '';
  return isText(before) && !isCloser(before) && indentOf(before) === indentOf(lines[at]) ? at - 1 : at;
}

function endOfBlock(lines, at) {
  const outer = indentOf(lines[at]).length;
  let to = at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    if (!isText(lines[next])) continue;
    if (indentOf(lines[next]).length > outer) to = next + 1;
    else if (isCloser(lines[next]) && indentOf(lines[next]).length === outer) {
      to = next + 1;
      if (!/[{([]$/.test(lines[next].trim())) break;
    } else break;
  }
  return to;
}

import { newLines, oldLines, strings } from './call.mjs';

export const copyingMistakes = [
  { name: 'escaped', make: escaped },
  { name: 'escaped-quotes-only', make: escapedQuotes },
  { name: 'line-numbers', make: lineNumbers },
  { name: 'line-numbers-in-old-only', make: lineNumbersInOld },
  { name: 'code-fence', make: codeFence },
  { name: 'html-entities', make: htmlEntities },
  { name: 'diff-markers', make: diffMarkers },
];

/** Both strings as a program would write them between quotes. */
function escaped({ call, closed }, random) {
  const both = strings(call, closed);
  const whole = (text) => JSON.stringify(text).slice(1, -1);
  const partly = (text) => text.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  const write = random.chance(0.5) || (both.old + both.new).includes('\\') ? whole : partly;
  return { old: write(both.old), new: write(both.new) };
}

function escapedQuotes({ call, closed }) {
  const both = strings(call, closed);
  if ((both.old + both.new).includes('\\') || !both.old.includes('"')) return undefined;
  const write = (text) => text.replaceAll('"', '\\"');
  return { old: write(both.old), new: write(both.new) };
}

/** As file_read, `cat -n` and other views show lines. */
const VIEWS = [
  (number, text) => `${String(number).padStart(4)}: ${text}`,
  (number, text) => `${String(number).padStart(6)}\t${text}`,
  (number, text) => `${number}|${text}`,
  (number, text) => `${String(number).padStart(5)}\u2192${text}`,
  (number, text) => `${number}: ${text}`,
];

function lineNumbers(quoted, random) {
  const view = random.pick(VIEWS);
  return {
    old: numbered(oldLines(quoted.call), quoted, view),
    new: numbered(newLines(quoted.call), quoted, view),
  };
}

function lineNumbersInOld(quoted, random) {
  return {
    old: numbered(oldLines(quoted.call), { ...quoted, closed: false }, random.pick(VIEWS)),
    new: newLines(quoted.call).join('\n'),
  };
}

function numbered(lines, { start, closed }, view) {
  return lines.map((text, at) => view(start + 1 + at, text)).join('\n') + (closed ? '\n' : '');
}

function codeFence({ call, closed, language }, random) {
  const open = random.pick(['```', `\`\`\`${language.toLowerCase().split(/\W/)[0]}`]);
  const both = strings(call, false);
  const fence = (text) => `${open}\n${text}\n\`\`\`${closed ? '\n' : ''}`;
  return { old: fence(both.old), new: fence(both.new) };
}

function htmlEntities({ call, closed }, random) {
  const both = strings(call, closed);
  if (/&#?\w+;/.test(both.old + both.new)) return undefined;
  const withQuotes = random.chance(0.5);
  const encode = (text) => {
    const angled = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return withQuotes ? angled.replaceAll('"', '&quot;').replaceAll("'", '&#39;') : angled;
  };
  return { old: encode(both.old), new: encode(both.new) };
}

/** Either as two halves of a diff, or with kept lines unmarked but for their blank. */
function diffMarkers({ call, closed }, random) {
  const end = closed ? '\n' : '';
  if (random.chance(0.4)) {
    const mark = (lines, sign) => lines.map((text) => sign + text).join('\n') + end;
    return { old: mark(oldLines(call), '-'), new: mark(newLines(call), '+') };
  }
  const signs = { same: ' ', old: '-', new: '+' };
  return strings(
    call.map((line) => ({ ...line, text: signs[line.kind] + line.text })),
    closed,
  );
}

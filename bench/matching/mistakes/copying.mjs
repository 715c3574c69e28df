import { newLines, oldLines, places, retellOne, strings } from '../call.mjs';
import { editBeside } from '../slips.mjs';

export const copyingMistakes = [
  { name: 'escaped', make: escaped },
  { row: 'W13', name: 'escaped-over-escapes', make: escapedOverEscapes },
  { row: 'A6', name: 'escaped-backticks', make: escapedBackticks },
  { row: 'A6', name: 'numbered-with-bar', make: numberedWithBar },
  { name: 'escaped-quotes-only', make: escapedQuotes },
  { name: 'line-numbers', make: lineNumbers },
  { name: 'line-numbers-in-old-only', make: lineNumbersInOld },
  { name: 'code-fence', make: codeFence },
  { name: 'html-entities', make: htmlEntities },
  { name: 'diff-markers', make: diffMarkers },
];

export const copyingRefusals = [
  { row: 'W13', name: 'escaped-with-a-new-path', expects: 'either', make: escapedPath },
];

const breaksOnly = (text) => text.replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** Line breaks are written as `\n`, and lines of the file have escapes of their own in strings, copied as they are. */
function escapedOverEscapes(quoted, random) {
  const hasEscapes = (text) => /(["'`])[^"'`]*\\[nrtbfu\\][^"'`]*\1/.test(text);
  const about = editBeside(quoted, hasEscapes, random);
  if (!about) return undefined;
  const both = strings(about.call, about.closed);
  return { about, old: breaksOnly(both.old), new: breaksOnly(both.new) };
}

/** The same, and the new text has a path whose parts look like escapes. */
function escapedPath(quoted, random) {
  const { call, closed } = quoted;
  const fresh = places(call, 'new', (text) => /"\w+"/.test(text));
  if (fresh.length === 0 || oldLines(call).length < 2 || oldLines(call).join('').includes('\\'))
    return undefined;
  const at = random.pick(fresh);
  const path = random.pick(['C:\\new\\temp', 'D:\\tools\\node', 'x\\table\\rows']);
  const told = retellOne(
    call,
    at,
    call[at].text.replace(/"\w+"/, () => `"${path}"`),
  );
  const both = strings(told, closed);
  const about = { ...quoted, call: told };
  return { about, old: breaksOnly(both.old), new: breaksOnly(both.new) };
}

function escapedBackticks({ call, closed, language }) {
  const both = strings(call, closed);
  if (!['JavaScript', 'TypeScript', 'Svelte', 'Vue', 'Markdown', 'Go'].includes(language)) return undefined;
  if (!both.old.includes('`') || /\\[`$]/.test(both.old + both.new)) return undefined;
  const write = (text) => text.replaceAll('`', '\\`').replaceAll('${', '\\${');
  return { old: write(both.old), new: write(both.new) };
}

function numberedWithBar(quoted, random) {
  const width = random.pick([1, 3, 4]);
  const view = (number, text) => `${String(number).padStart(width)} | ${text}`;
  return {
    old: numbered(oldLines(quoted.call), quoted, view),
    new: random.chance(0.7)
      ? numbered(newLines(quoted.call), quoted, view)
      : strings(quoted.call, quoted.closed).new,
  };
}

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
export const VIEWS = [
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

export function numbered(lines, { start, closed }, view) {
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

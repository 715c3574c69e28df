// Markdown sources have one sentence per line, so that a diff shows which sentences changed.
// `npm run format` breaks the lines like that; `npm run lint` (`--check`) names the files where they are not.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ABBREVIATION = /\b(e\.g|i\.e|etc|vs|cf|approx)\.$/;

if (process.argv[1] === fileURLToPath(import.meta.url)) run(process.argv.includes('--check'));

function run(isCheck) {
  const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  const wrong = listed
    .filter((file) => !file.startsWith('test/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => oneSentencePerLine(text) !== text);
  if (!isCheck) for (const { file, text } of wrong) writeFileSync(join(root, file), oneSentencePerLine(text));
  else if (wrong.length > 0) {
    console.error(
      `Not one sentence per line: ${wrong.map(({ file }) => file).join(', ')}. Run npm run format.`,
    );
    process.exit(1);
  }
}

export function oneSentencePerLine(text) {
  // A page that a script writes as a whole.
  if (/^<!-- (generated|made) by/.test(text)) return text;
  return paragraphsOf(text.split('\n')).flatMap(broken).join('\n');
}

/** Lines that belong together; those that are no prose (code, tables, headings, generated parts) are alone. */
function paragraphsOf(lines) {
  const paragraphs = [];
  let verbatimUntil;
  for (const line of lines) {
    const last = paragraphs.at(-1);
    if (verbatimUntil) {
      paragraphs.push({ isProse: false, lines: [line] });
      if (verbatimUntil.test(line)) verbatimUntil = undefined;
    } else if (!isProse(line)) {
      paragraphs.push({ isProse: false, lines: [line] });
      verbatimUntil = endOfVerbatim(line);
    } else if (last?.isProse && !isListItem(line)) last.lines.push(line);
    else paragraphs.push({ isProse: true, lines: [line] });
  }
  return paragraphs;
}

function isProse(line) {
  return !/^\s*($|#|\||<|>|```|\[[^\]]+\]:)/.test(line);
}

function isListItem(line) {
  return /^\s*([-*+]|\d+\.)\s/.test(line);
}

function endOfVerbatim(line) {
  if (/^\s*```/.test(line)) return /^\s*```\s*$/;
  return /^<!-- \w+: generated/.test(line) ? /^<!-- end of/ : undefined;
}

function broken({ isProse, lines }) {
  if (!isProse) return lines;
  const [, start] = /^(\s*(?:(?:[-*+]|\d+\.)\s+)?)/.exec(lines[0]);
  const trimmed = lines.map((line) => line.trim());
  // A break after a sentence stays: the next one may begin with the name of a program, in lower case.
  const joined = trimmed.reduce((all, line) => `${all}${endsSentence(all) ? '\n' : ' '}${line}`);
  const sentences = joined.slice(start.trimStart().length).split('\n').flatMap(sentencesOf);
  return sentences.map((sentence, index) => `${index === 0 ? start : ' '.repeat(start.length)}${sentence}`);
}

function endsSentence(text) {
  return /[.!?][)"”*_`]*$/.test(text) && !ABBREVIATION.test(text);
}

function sentencesOf(text) {
  const sentences = [];
  let from = 0;
  // Full stops within code end no sentence.
  const plain = text.replace(/`[^`]*`/g, (code) => `\`${'x'.repeat(code.length - 2)}\``);
  for (const { index, 0: end } of plain.matchAll(/[.!?][)"”*_]*\s+(?=[A-Z`"“([*_0-9])/g)) {
    const upTo = index + end.length;
    if (ABBREVIATION.test(plain.slice(from, index + 1)) || isListItem(plain.slice(upTo))) continue;
    sentences.push(text.slice(from, upTo).trimEnd());
    from = upTo;
  }
  return [...sentences, text.slice(from)];
}

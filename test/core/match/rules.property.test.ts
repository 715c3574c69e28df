import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applied, hasSeen, plan } from './planning.ts';

// Files of lines that are all different, so that what must become of each is known, and calls that quote some of them
// with slips: lines left out, misquoted, indented otherwise.

const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'];
const lineOf = (i: number) =>
  `${words[i % 8]}_${i} = ${words[(i * 3 + 1) % 8]}(${i}, "${words[(i * 5 + 2) % 8]}");`;
const fileOf = (count: number) => Array.from({ length: count }, (_, i) => lineOf(i));

type Change = { readonly kind: 'replace' | 'insert' | 'delete'; readonly at: number; readonly count: number };
const change = fc.record({
  kind: fc.constantFrom<Change['kind']>('replace', 'insert', 'delete'),
  at: fc.nat(11),
  count: fc.integer({ min: 1, max: 3 }),
});
const call = fc.record({
  size: fc.integer({ min: 6, max: 24 }),
  from: fc.nat(10),
  length: fc.integer({ min: 2, max: 14 }),
  /** Lines that are not quoted: anywhere, and counted from the change. */
  omitted: fc.array(fc.nat(13), { maxLength: 1 }),
  beside: fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 2 }),
  misquoted: fc.array(fc.nat(13), { maxLength: 2 }),
  indent: fc.constantFrom('', '', '  ', '\t'),
  change,
  isShown: fc.boolean(),
});

/** A misquoted line: letters swapped in its first word. */
const slipped = (line: string) => line.replace(/^(.)(.)/, '$2$1');

type Quoted = { readonly index: number; readonly text: string };

function quotationOf(file: readonly string[], given: typeof call extends fc.Arbitrary<infer T> ? T : never) {
  const from = given.from % file.length;
  const quoted: Quoted[] = file
    .map((text, index) => ({ index, text: given.misquoted.includes(index - from) ? slipped(text) : text }))
    .slice(from, from + given.length)
    .filter(
      (_, i) => !given.omitted.includes(i) && !given.beside.includes(i - (given.change.at % given.length)),
    );
  const changed = from + (given.change.at % given.length);
  const at = quoted.filter(({ index }) => index < changed).length;
  const removed = given.change.kind === 'insert' ? [] : quoted.slice(at, at + given.change.count);
  const added =
    given.change.kind === 'delete'
      ? []
      : Array.from({ length: given.change.count }, (_, i) => `fresh_line_${i}(now);`);
  const all = [
    ...quoted.slice(0, at).map(({ text }) => text),
    ...added,
    ...quoted.slice(at + removed.length).map(({ text }) => text),
  ];
  const indented = (lines: readonly string[]) => lines.map((line) => given.indent + line).join('\n');
  const touching = unquotedAt(quoted, at, at + removed.length);
  const oldText = indented(quoted.map(({ text }) => text));
  return { oldText, newText: indented(all), removed, touching, added };
}

/** The lines that are missing between two quoted ones of which the change [from, to) touches one. */
function unquotedAt(quoted: readonly Quoted[], from: number, to: number): number[] {
  return quoted.flatMap(({ index }, i) => {
    const next = quoted[i + 1];
    if (!next || from > i + 1 || to <= i) return [];
    return Array.from({ length: next.index - index - 1 }, (_, j) => index + 1 + j);
  });
}

const runs = { numRuns: 600 };

describe('whatever is quoted', () => {
  test('no line goes or stays against what the edit says of it, unless the answer names it', () => {
    fc.assert(
      fc.property(call, (given) => {
        const file = fileOf(given.size);
        const { oldText, newText, removed, touching, added } = quotationOf(file, given);
        fc.pre(oldText.trim() !== '' && oldText !== newText);
        const text = `${file.join('\n')}\n`;
        const made = plan(text, oldText, newText, given.isShown ? { shown: hasSeen(text) } : {});
        if (made.outcome !== 'edit') return;
        const result = applied(text, made.edits)
          .split('\n')
          .map((line) => line.trim());
        const gone = new Set(removed.map(({ index }) => index));
        const named = new Set(
          made.notes
            .filter(({ kind }) => kind === 'deleted' || kind === 'replaced')
            .map(({ line }) => line - 1),
        );
        for (const index of touching) expect(named).toContain(index);
        const stays = file.filter((_, i) => !gone.has(i) && !named.has(i));
        expect(result.filter((line) => stays.includes(line))).toEqual(stays);
        for (const index of gone) expect(result).not.toContain(file[index]);
        for (const line of added) expect(result.filter((one) => one === line)).toHaveLength(1);
      }),
      runs,
    );
  });

  test('lines that follow or precede the quoted ones are not inserted again', () => {
    fc.assert(
      fc.property(call, fc.boolean(), fc.integer({ min: 1, max: 3 }), (given, isAfter, count) => {
        const file = fileOf(given.size);
        const [from, to] = [
          given.from % file.length,
          Math.min(file.length, (given.from % file.length) + given.length),
        ];
        const beside = isAfter ? file.slice(to, to + count) : file.slice(Math.max(0, from - count), from);
        fc.pre(beside.length > 0);
        const quoted = file
          .slice(from, to)
          .map((line, i) => (given.misquoted.includes(i) ? slipped(line) : line));
        const wanted = isAfter ? [...quoted, ...beside] : [...beside, ...quoted];
        const indented = (lines: readonly string[]) => lines.map((line) => given.indent + line).join('\n');
        const text = `${file.join('\n')}\n`;
        const setting = given.isShown ? { shown: hasSeen(text) } : {};
        expect(plan(text, indented(quoted), indented(wanted), setting).outcome).not.toBe('edit');
      }),
      runs,
    );
  });

  test('a change is never said to be there while a line that it removes is in its place', () => {
    fc.assert(
      fc.property(call, (given) => {
        const file = fileOf(given.size);
        const { oldText, newText, removed } = quotationOf(file, given);
        fc.pre(oldText.trim() !== '' && removed.length > 0);
        const text = `${file.join('\n')}\n`;
        const setting = given.isShown ? { shown: hasSeen(text) } : {};
        expect(plan(text, oldText, newText, setting).outcome).not.toBe('already-applied');
      }),
      runs,
    );
  });

  test('white space between words that the edit does not change is that of the file', () => {
    const gap = fc.constantFrom('', ' ', '  ', '\t');
    const pieces = ['call', '(', 'first', ',', 'second', '+', 'third', ')', ';'];
    fc.assert(
      fc.property(fc.array(gap, { minLength: 8, maxLength: 8 }), fc.constantFrom(0, 2, 4, 6), (gaps, at) => {
        const joined = (all: readonly string[], spaces: readonly string[]) =>
          all.map((piece, i) => piece + (spaces[i] ?? '')).join('');
        const line = joined(pieces, gaps);
        const text = `begin();\n${line}\nfinish();\n`;
        const quoted = 'call(first, second + third);';
        fc.pre(line !== quoted);
        const word = pieces[at]!;
        const made = plan(text, quoted, quoted.replace(word, 'changed'));
        if (made.outcome !== 'edit') return;
        expect(applied(text, made.edits)).toBe(text.replace(line, joined(pieces.with(at, 'changed'), gaps)));
      }),
      { numRuns: 300 },
    );
  });
});

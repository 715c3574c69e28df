import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockStyleOf } from '../../../src/core/indent/block-style.ts';
import { fitIndentation } from '../../../src/core/indent/fit-indentation.ts';
import type { Place } from '../../../src/core/indent/place.ts';

type Source = { readonly path: string; readonly lines: readonly string[] };

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Corvid's own sources, and a page of some other languages with what makes their indentation hard. */
function sources(): Source[] {
  const own = ['src', 'bench', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|mjs)$/.test(path) && !path.includes('scenarios'))
      .map((path) => ({ path, text: readFileSync(join(root, folder, path), 'utf8') })),
  );
  const pages = Object.entries(PAGES).map(([path, text]) => ({ path, text }));
  return [...own, ...pages, ...pages, ...pages]
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n') }))
    .filter(({ lines }) => lines.length > 5);
}

const PAGES = {
  'a.py': `"""Text:
      deep in a string
"""
import os
@decorated(
    1,
)
class A(Base):
    x = {
        "a": [1,
              2],
    }

    def f(self, a,
          b):
        # a comment
        if a and \\
                b:
            return f"""
  {a}
"""
    # at another level
        elif b:
            pass
        else: raise ValueError("#:")
        return [x
                for x in a]

    async def g(self): ...

def top():
\tif True:
\t\treturn 1
top()`,
  'a.go': `package a

import (
	"fmt"
)

var table = []struct{ a int }{
	{1},
	{
		a: 2,
	},
}

func f(x int) (int, error) {
	switch {
	case x > 1:
		for {
			break
		}
	default:
		s := \`
  raw \\\`
		fmt.Println(s)
	}
label:
	return x,
		nil
}`,
  'a.c': `#include <a.h>
#define X(a) \\
    do { \\
        f(a); \\
    } while (0)

static int
f(int a,
  char *b)
{
    if (a)
        return '{';
    else if (b)
    {
        g(a,
          b); /* a { comment */
    }
#ifdef Y
    switch (a) {
    case 1:
        break;
    }
#endif
out:
    return 0;
}`,
  'a.rs': `impl<'a> A<'a> {
    /// Says
    fn f(&self) -> Option<&'a str> {
        let x = match self.y {
            Some(ref z) if z.len() > 1 => {
                z.iter()
                    .map(|w| w + 1)
                    .collect::<Vec<_>>()
            }
            _ => r#"
{ raw "#,
        };
        let long =
            x.len();
        None
    }
}`,
  'a.yaml': `on:
  push:
    branches: [main]
  workflow_dispatch:
jobs:
  build:
    strategy:
      matrix:
        os: [a,
             b]
    steps:
    - uses: a
      with:
        x: 1
    - run: |
        if true; then
          echo
        fi
  # a comment
  other:
      - deep: 1
        er: 2
`,
  'a.rb': `module A
  class B < C
    def f(a, b: 1)
      return unless a
      a.each do |x|
        puts x if b
      end
    rescue E
      nil
    end

    private

    attr_reader :y
  end
end`,
  'a.html': `<html>
  <body
    class="a"
  >
    <p>text
      <b>bold</b></p>
    <br>
    <ul>
      <li>1</li>
    </ul>
  </body>
</html>`,
};

const all = sources();

type Range = { readonly own: readonly string[]; readonly place: Place };

/** Any lines of any source, with something in them. */
const ranges: fc.Arbitrary<Range> = fc
  .tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 15 }))
  .map(([which, at, count]) => {
    const { path, lines } = all[which % all.length]!;
    const from = at % lines.length;
    const own = lines.slice(from, from + count);
    const after = lines.slice(from + count);
    return { own, place: { before: lines.slice(0, from), replaced: own, after, style: blockStyleOf(path) } };
  })
  .filter(({ own }) => own.some((line) => line.trim() !== ''));

function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0]);
  let common = indents[0] ?? '';
  for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1);
  return common;
}

const eachText = (lines: readonly string[], change: (line: string) => string) =>
  lines.map((line) => (line.trim() === '' ? line : change(line)));

function fitFirst(content: readonly string[], place: Place) {
  return fitIndentation(content, place).options[0]!;
}

/** The same place, with another word in the lines that are replaced: the same text would ask for its indentation. */
function edited(place: Place): Place {
  const { replaced } = place;
  const at = replaced.findLastIndex((line) => WORD.test(line) && !KEYWORD.test(line));
  fc.pre(at >= 0);
  return { ...place, replaced: replaced.with(at, replaced[at]!.replace(WORD, '$&$&')) };
}

const WORD = /[a-z](?=\W*$)/;
const KEYWORD = /^\s*(?:else|try|finally|except|pass|break|end|do|begin|private)\b|["'`]/;

/** Where indentation alone makes blocks, lines that were moved may fit as they are. */
function expectMovedBack(moved: readonly string[], own: readonly string[], place: Place): void {
  const { lines } = fitFirst(moved, edited(place));
  const isLiteral = place.style.endsBy === 'indentation' && lines === moved;
  if (!isLiteral) expect(lines).toEqual(own);
}

describe('lines of a real file that replace themselves', () => {
  test('are left as they are', () => {
    fc.assert(
      fc.property(ranges, ({ own, place }) => {
        expect(fitFirst(own, place)).toMatchObject({ lines: own, notes: [] });
        expect(fitFirst(own, edited(place))).toMatchObject({ lines: own, notes: [] });
      }),
      { numRuns: 1000 },
    );
  });

  test('come out the same after they were moved to the right', () => {
    const blanks = fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((n) => ' '.repeat(n)),
      fc.constant('\t'),
    );
    fc.assert(
      fc.property(ranges, blanks, ({ own, place }, more) => {
        expectMovedBack(
          eachText(own, (line) => more + line),
          own,
          place,
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('come out the same after they were moved to the left', () => {
    fc.assert(
      fc.property(ranges, fc.nat(), ({ own, place }, seed) => {
        const common = commonIndent(own);
        fc.pre(common !== '');
        const less = 1 + (seed % common.length);
        expectMovedBack(
          eachText(own, (line) => line.slice(less)),
          own,
          place,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

test('fitting changes nothing but indentation, and never the number of lines', () => {
  fc.assert(
    fc.property(ranges, ranges, fc.boolean(), ({ own }, { place }, isInsertion) => {
      const { lines } = fitFirst(own, isInsertion ? { ...place, replaced: [] } : place);
      expect(lines.map((line) => line.trim())).toEqual(own.map((line) => line.trim()));
      expect(lines.map((line) => line.trimStart())).toEqual(own.map((line) => line.trimStart()));
    }),
    { numRuns: 1000 },
  );
});

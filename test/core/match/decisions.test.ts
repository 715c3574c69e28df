import { describe, expect, test } from 'vitest';
import { planEdit } from '../../../src/core/match/plan-edit.ts';
import { hasSeen, outcomeOf, resultOf } from './planning.ts';

// Calls that were decided wrongly in real code, each reduced to the rule that it needs: (text, old, new → result).

type Case = readonly [name: string, text: string, oldText: string, newText: string, result: string];
type Refused = readonly [name: string, text: string, oldText: string, newText: string];

function shownOutcome(text: string, oldText: string, newText: string): string {
  return outcomeOf(text, oldText, newText, { shown: hasSeen(text) });
}

const entities =
  'def escape(data):\n    """Escapes it."""\n    data = amp(data, "&amp;")\n    return quote(data, "&quot;")\n';
const list = 'import AVFoundation\nimport Foundation\n\nenum Focus {\n  case contrast\n  case phase\n}\n';

describe('after a read', () => {
  test.each<Case>([
    [
      'a blank line that the edit deletes goes, although white space differs elsewhere',
      'let host  = find(1)\n\nbefore(lookup)\nafter(lookup)\n',
      'let host = find(1)\n\nbefore(lookup)',
      'let host = find(1)\nbefore(lookup)',
      'let host  = find(1)\nbefore(lookup)\nafter(lookup)\n',
    ],
    [
      'lines moved as a whole keep their steps',
      'extensions:\n- include\n- hilite\n- toc:\n  depth: 2\nnav:\n  a: 1\n',
      '        extensions:\n        - include\n        - hilite\n        - toc:',
      '        extensions:\n        - include\n        - hilite:\n            css: x\n        - toc:',
      'extensions:\n- include\n- hilite:\n    css: x\n- toc:\n  depth: 2\nnav:\n  a: 1\n',
    ],
    [
      'white space of the file is not added to that of the new text',
      'where\n    K: Hash + Send,\n    V: Send,\n',
      'where\n    K:Hash + Send,\n    V:Send,',
      'where\n    K: Send,\n    V:Send,',
      'where\n    K: Send,\n    V: Send,\n',
    ],
    [
      'quotes that are right elsewhere in the line are meant',
      'one(1)\nrcall("DEL", key .. ":logs", \'x\')\ntwo(2)\n',
      "one(1)\nrcall(\"DEL\", key .. ':logs', 'x')\ntwo(2)",
      "one(1)\nrcall(\"DEL\", key .. ':logs', 'y')\ntwo(2)",
      'one(1)\nrcall("DEL", key .. ":logs", \'y\')\ntwo(2)\n',
    ],
    [
      'escaped backticks beside escapes of the code',
      'a: {\n  pattern: /[`]\\\\\\r\\n/,\n  greedy: true\n}\n',
      '  pattern: /[\\`]\\\\\\r\\n/,\n  greedy: true',
      '  pattern: /[\\`]\\\\\\n/,\n  greedy: true',
      'a: {\n  pattern: /[`]\\\\\\n/,\n  greedy: true\n}\n',
    ],
    [
      'a template string whose quotes are escaped was escaped as a whole',
      "const a = load('x')\nrun(a)\n",
      "const a = load('x')\\nrun(a)",
      'const a = load(\'x\')\\nconst b = `<x y=\\"1\\">\\n  </x>`\\nrun(a)',
      'const a = load(\'x\')\nconst b = `<x y="1">\n  </x>`\nrun(a)\n',
    ],
    [
      'a line that was not quoted is replaced by one that names the same',
      'name = "tool"\nedition = "2018"\nlicense = "MIT"\npublish = false\n',
      'name = "tool"\nlicense = "MIT"\npublish = false',
      'name = "tool"\nedition = "2021"\nlicense = "MIT"\npublish = false',
      'name = "tool"\nedition = "2021"\nlicense = "MIT"\npublish = false\n',
    ],
    [
      'what is elided after the change may be of another block',
      'def a():\n    one(1)\n    two(2)\n\n\ndef b():\n    three(3)\n    four(4)\n',
      '    one(1)\n    two(2)\n# ...\n    four(4)',
      '    one(1)\n    two(9)\n# ...\n    four(4)',
      'def a():\n    one(1)\n    two(9)\n\n\ndef b():\n    three(3)\n    four(4)\n',
    ],
    [
      'a quoted blank line parts a line that was not quoted from the change',
      list,
      'import AVFoundation\n\nenum Focus {\n  case contrast\n  case phase',
      'import AVFoundation\n\n@frozen\nenum Focus {\n  case contrast\n  case phase',
      list.replace('enum', '@frozen\nenum'),
    ],
    [
      'entities of the file are its own',
      entities,
      'def escape(data):\n    data = amp(data, "&amp;")\n    return quote(data, "&quot;")',
      'def escape(data):\n    data = amp(data, "&amp;")\n    return quote(data, "&apos;")',
      entities.replace('&quot;', '&apos;'),
    ],
    [
      'an unquoted line of the new text takes its depth, if that is quoted as it is',
      'spec:\n  types:\n  - Ingress\n  ingress:\n  - from: a\n  ports: b\n',
      'spec:\n  types:\n  ingress:\n  - from: a\n  ports: b',
      'spec:\n  types:\n    - Ingress\n  ingress:\n  - from: a\n  ports: c',
      'spec:\n  types:\n    - Ingress\n  ingress:\n  - from: a\n  ports: c\n',
    ],
    [
      'a comment that is rewritten is not merged word by word',
      'start(1)\n// Borrows structure from a token a little, with the data value to send it.\nfinish(2)\n',
      'start(1)\n// Borrows structure from a token the little, with the data value to send it.\nfinish(2)',
      'start(1)\n// Object that has the push token, with the data value to send it.\nfinish(2)',
      'start(1)\n// Object that has the push token, with the data value to send it.\nfinish(2)\n',
    ],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(shownOutcome(text, oldText, newText)).toBe(result);
  });
});

describe('refused, even after a read', () => {
  test.each<Refused>([
    [
      'dots in the new text alone, although comments of the old one look like them',
      'read(1)\n# ... count them ...\nlocal n=0\nmore(2)\nlast(3)\n',
      'read(1)\n# ... count them ...\nlocal n=0\nmore(2)',
      'read(1)\n...\nmore(3)',
    ],
    [
      'lines that have lost their depths, at whatever depth they are',
      'if a then\n    insert(a)\n    insert(b)\nend\ncall(x)\n',
      '    insert(a)\n    insert(b)\n    end\n    call(x)',
      '    insert(a)\n    insert(b)\n    end\n    if c then\n    insert(c)\n    end\n    call(x)',
    ],
    [
      'a line put around another without its depth',
      'run(\n    output = nil;\n    clear(cache);\n    size = 0;\n',
      'output = nil;\nclear(cache);\nsize = 0;',
      'output = nil;\nif (keep) {\nclear(cache);\n}\nsize = 0;',
    ],
    [
      'a misquoted line that is in the file elsewhere',
      '@import "mixins/colors";\n@import "mixins/image";\n@import "mixins/resize";\n@import "mixins/images";\n',
      '@import "mixins/colors";\n@import "mixins/images";',
      '@import "mixins/colors";\n@import "mixins/new";\n@import "mixins/images";',
    ],
    [
      'a bracket as a part of a line',
      'panel(\n    group(\n        Align.right("right"),\n    ),\n    width=60,\n)\n',
      '        Align.right("right"),\n)',
      '        Align.right("right"),\n    title="Align",\n)',
    ],
    [
      'a new template string with escapes that may be line breaks',
      "const a = load('x')\nrun(a)\n",
      "const a = load('x')\\nrun(a)",
      "const a = load('x')\\nconst b = `one\\ntwo`\\nrun(a)",
    ],
    [
      'one more item beside one that was not quoted',
      "-- KEYS\n KEYS[4] 'meta'\n KEYS[5] 'prioritized'\n KEYS[6] 'pc' counter\n KEYS[7] 'events'\n",
      " KEYS[4] 'meta'\n KEYS[6] 'pc' counter\n KEYS[7] 'events'",
      " KEYS[4] 'meta'\n KEYS[8] 'prioritized'\n KEYS[6] 'pc' counter\n KEYS[7] 'events'",
    ],
    [
      'another number in both texts of a line that changes',
      'begin();\nuint mask = 1 << (index & 0xff);\ndata[bucket] |= mask;\n',
      'begin();\nuint mask = 3 << (index & 0xff);\ndata[bucket] |= mask;',
      'begin();\nuint fresh = 3 << (index & 0xff);\ndata[bucket] |= mask;',
    ],
    [
      'a line break before a part of one of several lines',
      'run() {\n    local stderr_file\n    stderr_file="$(mktemp x)"\n}\n',
      '\nstderr_file',
      '\nother_file',
    ],
    [
      'directives that are two others',
      '#  ifdef LEAN\n#    define LEAN\n#  endif\n#  ifdef _MSC_VER\n#    include <crtdbg.h>\n#  endif\n',
      '#    define LEAN\n#  endif\n#  ifndef NOMINMAX\n#    define NOMINMAX\n#  endif',
      '#    define LEAN\n#  endif',
    ],
    [
      'new lines whose order of depths would be lost',
      '  props: {\n    first: {\n    },\n    orientation: {\n',
      '      },\n    orientation: {',
      '      },\n    size: {\n      type: String\n    },\n    orientation: {',
    ],
    [
      'lines after a statement of several lines that was quoted without its end',
      "UPDATE author\nSET bio = arg('bio')\nWHERE id = arg('id');\n```\n",
      "SET bio = arg('bio')\nWHERE id = arg('id')\n```",
      "SET bio = arg('bio')\nWHERE id = arg('id')\nRETURNING *;\n```",
    ],
  ])('%s', (_, text, oldText, newText) => {
    expect(shownOutcome(text, oldText, newText)).toMatch(/^<(?:absent|unsure|ambiguous|elided)>$/);
  });
});

test('quotes that mean something say which block it is', () => {
  const text = "switch (c) {\n  case 'a':\n    first(c);\n    second(c);\n    third(c);\n}\n";
  const request = {
    oldText: '  case "a":\n    first(c);\n    secnd(c);\n    third(c);',
    newText: '  case "a":\n    first(c);\n    secnd(c);\n    fourth(c);',
    policy: 'safe',
    shown: hasSeen(text),
  } as const;
  expect(resultOf(text, planEdit(text, { ...request, quotesDiffer: true }))).toMatch(/^<(?:absent|unsure)>$/);
  expect(resultOf(text, planEdit(text, request))).toBe(text.replace('third', 'fourth'));
});

test('lines to insert that are there are not inserted again, whatever spaces were quoted before them', () => {
  const text = 'from __future__ import absolute_import\n\nimport linecache\nimport os\n';
  const oldText = 'from __future__ import absolute_import  \n';
  expect(outcomeOf(text, oldText, `${oldText}\nimport linecache`)).toBe('<already-applied>');
});

import { describe, expect, test } from 'vitest';
import { hasSeen, outcomeOf } from './planning.ts';

// Calls of fresh packages that were decided wrongly, each reduced to its rule: (text, old, new → result).

type Case = readonly [name: string, text: string, oldText: string, newText: string, result: string];
type Refused = readonly [name: string, text: string, oldText: string, newText: string];

const REFUSED = /^<(?:absent|unsure|ambiguous|elided|changed-since)>$/;

function shownOutcome(text: string, oldText: string, newText: string): string {
  return outcomeOf(text, oldText, newText, { shown: hasSeen(text) });
}

describe('escapes', () => {
  const files = 'def load(a):\n    check(a)\n    if a == "x":\n        run(a)\n    print("done\\n")\n';

  test.each<Case>([
    [
      'of the file stay, while line breaks written as escapes become line breaks',
      files,
      '        run(a)\\n    print("done\\n")',
      '        walk(a)\\n    print("done\\n")',
      files.replace('run', 'walk'),
    ],
    [
      'in a new path are its own',
      files,
      '    check(a)\\n    if a == "x":\\n        run(a)',
      '    if a == "C:\\new\\temp" and (\\n        a\\n    ):\\n        run(a)',
      files.replace(
        '    check(a)\n    if a == "x":\n',
        '    if a == "C:\\new\\temp" and (\n        a\n    ):\n',
      ),
    ],
    [
      'around a text in three quotes are line breaks',
      'class A:\n    x: int\n    y: int\n    z: int\n',
      '    x: int\\n    y: int',
      '    x: int\\n    \\"\\"\\"One.\\n\\n    Two.\\"\\"\\"\\n    y: int',
      'class A:\n    x: int\n    """One.\n\n    Two."""\n    y: int\n    z: int\n',
    ],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(outcomeOf(text, oldText, newText)).toBe(result);
  });
});

describe('a quotation without indentation', () => {
  const yaml = 'charts:\n- name: a\n  condition: a.enabled\n  version: "1"\n';
  const body = 'void f() {\n  Frame *frame = get();\n  keep(frame);\n}\n';

  test.each<Refused>([
    [
      'does not say how deep a continued line is',
      'if (a) {\n  one = [Shot of:view];\n  two = one;\n}\n',
      'if (a) {\none = [Shot of:view];\ntwo = one;\n}',
      'if (a) {\none = [Shot of:view\nx:0];\ntwo = one;\n}',
    ],
    [
      'does not say how deep an item of a list is',
      yaml,
      'condition: a.enabled\nversion: "1"',
      'condition: a.enabled\nversion: "1"\n- name: b\ncondition: b.enabled',
    ],
    [
      'does not say how deep a directive is',
      body,
      'Frame *frame = get();\nkeep(frame);',
      'Frame *frame = get();\n#if DEBUG\nshow(frame);\n#endif\nkeep(frame);',
    ],
    [
      'does not say that kept lines move when the block around them goes',
      'f() {\n  a();\n  if (x) {\n    b();\n  }\n  c();\n}\n',
      'a();\nif (x) {\nb();\n}\nc();',
      'a();\nb();\nc();',
    ],
    [
      'does not say how deep a line is that no longer continues the one above',
      'Map<int, Shared>\n    &Manager::get(Type type) {\n  switch (type) {\n',
      'Map<int, Shared>\n&Manager::get(Type type) {\nswitch (type) {',
      'Map<int, Shared> &\nManager::get(const Type type) {\nswitch (type) {',
    ],
  ])('%s', (_, text, oldText, newText) => {
    expect(outcomeOf(text, oldText, newText)).toMatch(REFUSED);
  });

  test('a bracket left open before a kept line is for the syntax check', () => {
    expect(
      outcomeOf(body, 'Frame *frame = get();\nkeep(frame);', 'Frame *frame = (get();\nkeep(frame);'),
    ).toBe(body.replace('get()', '(get()'));
  });
});

describe('a line that was not quoted', () => {
  const styles = 'a {\n  b {\n    c: d;\n  }\n}\n\ne {\n  f: g;\n}\n';

  test.each<Refused>([
    [
      'may be the equal one beside it',
      styles,
      '    c: d;\n  }\n\ne {\n  f: g;',
      '    c: d;\n  }\n\n  h {\n    i: j;\n  }\n\ne {\n  f: g;',
    ],
    [
      'is not replaced where there are fewer new lines than replaced ones',
      'check(err)\nassert.Empty(t, h.ChatURL)\nassert.Equal(t, "Chat now!", h.ChatText)\nfinish(err)\nclose(err)\n',
      'check(err)\nassert.Equal(t, "Chat now!", h.ChatText)\nfinish(err)\nclose(err)',
      'check(err)\nassert.Empty(t, h.ChatText)\nfinish(err)\nclose(err)',
    ],
    [
      'is not replaced by an assignment to another name',
      'GO := go1\nPACKAGES ?= $(shell list ./...)\nVET ?= grep -v /examples/\nFILES := find\n',
      'GO := go1\nVET ?= grep -v /examples/\nFILES := find',
      'GO := go1\nPACKAGES2 ?= $(shell list2 ./...)\nVET ?= grep -v /examples/\nFILES := find',
    ],
    [
      'is not deleted where other lines are inserted',
      'one(1)\ntwo(2)\nthree(3)\nfour(4)\nfive(5)\nsix(6)\nseven(7)\neight(8)\nnine(9)\nten(10)\neleven(11)\n',
      'one(1)\ntwo(2)\nthree(3)\nfive(5)\nsix(6)\nseven(7)\neight(8)\nnine(9)\nten(10)\neleven(11)',
      'one(1)\ntwo(2)\nsix(6)\nseven(7)\neight(8)\nnine(9)\nmore(1)\nten(10)\neleven(11)',
    ],
  ])('%s', (_, text, oldText, newText) => {
    expect(shownOutcome(text, oldText, newText)).toMatch(REFUSED);
  });

  test('is replaced by the one new line that is like it, if no line nearby is', () => {
    const text = 'read(file)\nt.same(JSON.parse(body), { hello: "world" })\nresolve()\nclose(file)\n';
    const [oldText, newText] = [
      'read(file)\nresolve()\nclose(file)',
      'read(file)\nt.same(JSON.parse(body), { hello: "you" })\nresolve()\nclose(file)',
    ];
    expect(shownOutcome(text, oldText, newText)).toBe(text.replace('world', 'you'));
    expect(outcomeOf(text, oldText, newText)).toMatch(REFUSED);
  });
});

describe('a change that is there already', () => {
  test.each<Refused>([
    [
      'although the quotation is found in a longer word of it',
      'NO_CGO := 0\nnewFLAGS := $(GO_FLAGS) -tags netgo\nDEBUG := $(GO_FLAGS) -g\n',
      'FLAGS := $(GO_FLAGS) -tags netgo\nDEBUG := $(GO_FLAGS) -g',
      'newFLAGS := $(GO_FLAGS) -tags netgo\nDEBUG := $(GO_FLAGS) -g',
    ],
    [
      'although the quotation is found at the end of a line of it',
      'one(\n  a,\n)\n\nset(b)\n\nfunction next (c) {}\n',
      ')\n\nfunction next (c) {}',
      ')\n\nset(b)\n\nfunction next (c) {}',
    ],
    [
      'although the quotation begins after the indentation of its first line',
      'f() {\n\tif (a) {\n\t\ta();\n\t}\n\n\tif (b) {\n\t\tc();\n\t}\n}\n',
      '}\n}\n',
      '}\n\nif (b) {\n\tc();\n}\n}\n',
    ],
    [
      'although the new line has lost its indentation',
      'type P struct {\n\tname string\n\tisSlice bool\n}\n\nfunc N() P {\n',
      '}\n\nfunc N() P {',
      'isSlice bool\n}\n\nfunc N() P {',
    ],
  ])('%s', (_, text, oldText, newText) => {
    expect(outcomeOf(text, oldText, newText)).toMatch(/^<already-applied>$/);
  });
});

test('a change among equal lines conflicts with a change of any of them', () => {
  const seen = 'begin();\ncrc(1);\ncrc(1);\ncrc(1);\ncrc(1);\nend();\n';
  const text = seen.replace('crc(1);', 'crc(2);');
  const outcome = outcomeOf(text, seen, 'begin();\ncrc(1);\ncrc(1);\nend();\n', { shown: hasSeen(seen) });
  expect(outcome).toBe('<changed-since>');
});

test('punctuation that was not quoted stays at the end of the statement', () => {
  expect(
    outcomeOf(
      'a {\n  margin: 30px;\n  height: map.get($height, "default");\n\n  b: c;\n}\n',
      "  margin: 30px;\n  height: map.get($height, 'default')\n\n  b: c;",
      "  margin: 30px;\n  height: withDefault(\n    'height',\n    map.get($height, 'default')\n  );\n\n  b: c;",
    ),
  ).not.toContain('"default");\n  );');
});

test('white space of the file is not put after a dot', () => {
  expect(
    outcomeOf(
      '{\n  if (self = [super init]) {\n    _queue = queue;\n  }\n',
      '{\n  if (self = [super init]){\n    _queue=queue;\n  }',
      '{\n  if (self = [super init]){\n    self.queue = create("q");\n  }',
    ),
  ).toBe('{\n  if (self = [super init]) {\n    self.queue = create("q");\n  }\n');
});

test('white space that was quoted too much stays between the words of the new text', () => {
  expect(
    outcomeOf('  if (Buffer.isBuffer(x)) {\n', 'if (Buffer.isBuffer(x )) {', 'if (x instanceof Array) {'),
  ).toBe('  if (x instanceof Array) {\n');
});

import type { Language } from '../syntax/languages.ts';
import type { Form, Frame, PatternRules } from './completions.ts';

const frame = (before: string, after: string, when?: RegExp): Frame => ({
  before,
  after,
  ...(when && { when }),
});
const bare = frame('', '');

/** A type with arguments, which most grammars would take for comparisons. */
const GENERIC = /^[\w.:]+<[^()=]*>$/;

const asStatement = { before: /(^|[{};]|\n)\s*$/, after: /^\s*($|[}\n])/ };
const asParameter = { before: /[(,]\s*$/, after: /^\s*[),]/, isSpread: true } as const;
const plain: readonly (readonly Form[])[] = [[]];

/** Statements end with a semicolon, and a parameter has a type. */
const typed = (statement: string, parameter: string): readonly (readonly Form[])[] => {
  const statements: Form[] = [
    { ...asStatement, form: statement },
    { before: /\)\s*$/, after: /^\s*$/, form: '#;' },
  ];
  return [statements, [...statements, { ...asParameter, form: parameter }]];
};

const scriptFrames: readonly Frame[] = [
  frame('switch (a) { ', ' }', /^(case\b|default\s*:)/),
  frame('try {} ', '', /^(catch|finally)\b/),
  frame('(', ')', /^\{/),
  frame('({ ', ' })', /^(['"][^'"]*['"]|[\w$]+|\[.*\])\s*:/),
  frame('', ' {}', /^(async\s+)?function\b[^{]*$/),
  frame('<a ', ' />', /^[\w-]+=["'{]/),
  bare,
  frame('', ' {}'),
  frame('(', ')'),
  frame('class A { ', ' }'),
  frame('class A { ', ' {} }'),
  frame('({ ', ' })'),
  frame('<a ', ' />'),
];

const typeFrames: readonly Frame[] = [
  frame('function f(', ') {}'),
  frame('type A = ', ';'),
  frame('interface A { ', ' }'),
  frame('let a', ';'),
];

const classFrames = (statements: readonly Frame[]): readonly Frame[] => [
  frame('class A { ', ' a; }', GENERIC),
  ...statements,
  frame('class A { ', ' }'),
  frame('class A { ', ' {} }'),
  bare,
  frame('', ' {}'),
];

const script: PatternRules = {
  frames: scriptFrames,
  forms: [[{ before: /\bfrom\s*$/, form: "'#'" }]],
  example: 'fetch($URL, $$$OPTIONS)',
};
const typescript: PatternRules = {
  ...script,
  frames: [frame('let a: ', ';', GENERIC), ...scriptFrames, ...typeFrames],
};

const inFunction = (before: string, after: string): readonly Frame[] => [
  frame(before, after),
  frame(before, `;${after}`),
];

const c: PatternRules = {
  frames: [
    frame('', '\n', /^#/),
    frame('', ' a;', GENERIC),
    frame('', '', /^(struct|union|enum|class|namespace|template)\b/),
    frame('void f() { switch (a) { ', ' } }', /^(case\b|default\s*:)/),
    ...inFunction('void f() { ', ' }'),
    bare,
    frame('', ' {}'),
    frame('void f() { ', ' {} }'),
    frame('int a = ', ';'),
    frame('struct a { ', ' };'),
    frame('void f(', ') {}'),
  ],
  forms: typed('int #;', '#'),
  example: 'free($POINTER)',
};

const json: PatternRules = {
  frames: [bare, frame('{', '}')],
  forms: [
    [{ before: /[{,]\s*$/, after: /^\s*[},]/, isSpread: true, form: '"#": 0' }, { form: '"#"' }],
    [{ form: '"#"' }],
  ],
  example: '"version": $VALUE',
};

const python: PatternRules = {
  frames: [
    frame('if a:\n  pass\n', '', /^(elif|else)\b/),
    frame('try:\n  pass\n', '', /^(except|finally)\b/),
    frame('match a:\n  ', '', /^case\b/),
    bare,
    frame('', ': pass'),
    frame('', '\n  pass', /:$/),
    frame('{', '}'),
    frame('f(', ')'),
    frame('def f(', '): pass'),
    frame('', '\ndef f(): pass', /^@/),
  ],
  forms: plain,
  example: 'print($$$ARGS)',
};

/** In other places PHP has variables. */
const phpNames: readonly Form[] = [
  {
    before:
      /(\b(function|class|interface|trait|extends|implements|new|use|namespace|const|instanceof)|->|::)\s*&?\s*$/,
    form: '#',
  },
  { after: /^\s*(\(|::|\$)/, form: '#' },
];

const rules: Partial<Record<Language, PatternRules>> = {
  python,
  javascript: script,
  typescript,
  tsx: typescript,
  declarations: typescript,
  json,
  jsonc: json,
  yaml: { frames: [bare], forms: plain, example: 'image: $NAME' },
  toml: {
    frames: [bare],
    forms: [
      [
        { before: /[=[,]\s*$/, form: '"#"' },
        { ...asStatement, form: '# = 0' },
      ],
    ],
    example: 'version = $VALUE',
  },
  go: {
    frames: [
      frame('func f() { switch a { ', ' } }', /^(case\b|default\s*:)/),
      frame('func f() { ', ' }'),
      bare,
      frame('', ' {}'),
      frame('func f() { ', ' {} }'),
      frame('type a struct { ', ' }'),
      frame('type a ', ''),
    ],
    forms: plain,
    example: 'fmt.Println($$$ARGS)',
  },
  rust: {
    frames: [
      frame('type A = ', ';', GENERIC),
      ...inFunction('fn f() { ', ' }'),
      bare,
      frame('', ' {}'),
      frame('fn f() { ', ' {} }'),
      frame('impl A { ', ' }'),
      frame('impl A { ', ' {} }'),
      frame('struct A { ', ' }'),
      frame('fn f() { match a { ', ' } }'),
      frame('fn f(', ') {}'),
      frame('type A = ', ';'),
    ],
    forms: [
      [{ ...asStatement, form: '#;' }],
      [{ ...asStatement, form: '#: A' }],
      [{ ...asStatement, form: '# => {}' }],
      [{ ...asStatement, form: 'fn #() {}' }],
      [],
    ],
    example: 'println!($$$ARGS)',
  },
  java: {
    frames: [
      frame('class A { void f() { switch (a) { ', ' } } }', /^(case\b|default\b)/),
      frame('class A { void f() { try {} ', ' } }', /^(catch|finally)\b/),
      frame('', ' class A {}', /^@\w+(\(.*\))?$/s),
      ...classFrames(inFunction('class A { void f() { ', ' } }')),
      frame('class A { void f() { ', ' {} } }'),
      frame('class A { Object a = ', '; }'),
    ],
    forms: typed('int #;', 'int #'),
    example: 'System.out.println($MESSAGE)',
  },
  csharp: {
    frames: [
      ...classFrames(inFunction('class A { void F() { ', ' } }')),
      frame('class A { void F() { ', ' {} } }'),
      frame('class A { object a = ', '; }'),
    ],
    forms: typed('int #;', 'int #'),
    example: 'Console.WriteLine($MESSAGE)',
  },
  c,
  cpp: {
    ...c,
    frames: [...c.frames, frame('class A { ', ' };'), frame('class A { ', ' {} };')],
    example: 'std::move($VALUE)',
  },
  php: {
    frames: [
      ...inFunction('<?php ', ''),
      frame('<?php ', ' {}'),
      frame('<?php class A { ', ' }'),
      frame('<?php class A { ', ' {} }'),
      frame('<?php [', '];'),
      frame('<?php function f(', ') {}'),
    ],
    forms: [
      [...phpNames, { ...asStatement, form: '$#;' }, { form: '$#' }],
      [...phpNames, { ...asStatement, form: 'var $#;' }, { form: '$#' }],
    ],
    example: 'strlen($VALUE)',
  },
  ruby: {
    frames: [
      frame('begin\n', '\nend', /^(rescue|ensure)\b/),
      frame('case a\n', '\nend', /^when\b/),
      bare,
      frame('', '\nend'),
    ],
    forms: [[{ before: /(\b(class|module)|<|::)\s*$/, form: 'A#' }]],
    example: 'puts($$$ARGS)',
  },
  lua: {
    frames: [bare, frame('', '\nend'), frame('', ' end'), frame('return ', ''), frame('a = { ', ' }')],
    forms: [
      [],
      [
        {
          before: /(\)|\b(then|do|else|repeat)\b|[\n;]|^)\s*$/,
          after: /^\s*($|[\n;]|(end|else|elseif|until)\b)/,
          form: '#()',
        },
      ],
    ],
    example: 'print($$$ARGS)',
  },
  bash: {
    frames: [bare, frame('', '; then :; fi'), frame('', '; do :; done'), frame('case a in ', ' esac')],
    forms: plain,
    ignored: [';'],
    example: 'echo $MESSAGE',
  },
  kotlin: {
    frames: [
      frame('val a: ', '', GENERIC),
      bare,
      frame('fun f() { ', ' }'),
      frame('class A { ', ' }'),
      frame('', ' {}'),
      frame('val a = ', ''),
    ],
    forms: [[], [{ ...asParameter, form: '#: A' }]],
    example: 'println($MESSAGE)',
  },
  swift: {
    frames: [
      frame('var a: ', '', GENERIC),
      bare,
      frame('func f() { ', ' }'),
      frame('class A { ', ' }'),
      frame('', ' {}'),
      frame('let a = ', ''),
    ],
    forms: [[], [{ ...asParameter, form: '#: A' }]],
    example: 'print($MESSAGE)',
  },
  css: {
    frames: [bare, frame('a { ', ' }'), frame('a { ', '; }'), frame('', ' {}'), frame('a { b: ', '; }')],
    forms: [[{ ...asStatement, form: '#: #;' }], []],
    example: 'color: $COLOR',
  },
  html: {
    frames: [bare, frame('<a ', '></a>')],
    forms: plain,
    example: '<b>$TEXT</b>',
  },
};

/** How patterns are read in a language; undefined if there are none for it. */
export function patternRulesOf(language: Language): PatternRules | undefined {
  return rules[language];
}

/** The languages that have patterns. */
export const patternLanguages = Object.keys(rules) as Language[];

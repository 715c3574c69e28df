import { braces } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { classFrames, frame, inFunction, typed } from '../pattern-rules.ts';

export const java: LanguageRecord = {
  title: 'Java',
  extensions: ['java'],
  verdict: 'reject',
  checker: 'tree-sitter',
  grammar: 'java',
  blocks: braces,
  patterns: {
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
};

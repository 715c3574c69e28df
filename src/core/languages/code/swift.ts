import { braces } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { asParameter, bare, frame, GENERIC } from '../pattern-rules.ts';

export const swift: LanguageRecord = {
  title: 'Swift',
  extensions: ['swift'],
  verdict: 'warn',
  checker: 'tree-sitter',
  grammar: 'swift',
  blocks: braces,
  patterns: {
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
};

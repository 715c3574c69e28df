import { braces } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { asParameter, bare, frame, GENERIC } from '../pattern-rules.ts';

export const kotlin: LanguageRecord = {
  title: 'Kotlin',
  extensions: ['kt', 'kts'],
  verdict: 'warn',
  checker: 'tree-sitter',
  grammar: 'kotlin',
  blocks: braces,
  patterns: {
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
};

import { scriptBlocks } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { asStatement, bare, frame } from '../pattern-rules.ts';

export const css: LanguageRecord = {
  title: 'CSS',
  extensions: ['css'],
  verdict: 'warn',
  checker: 'tree-sitter',
  grammar: 'css',
  blocks: scriptBlocks,
  patterns: {
    frames: [bare, frame('a { ', ' }'), frame('a { ', '; }'), frame('', ' {}'), frame('a { b: ', '; }')],
    forms: [[{ ...asStatement, form: '#: #;' }], []],
    hasParentheses: false,
    example: 'color: $COLOR',
  },
};

import { markup } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, frame, plain } from '../pattern-rules.ts';

export const html: LanguageRecord = {
  title: 'HTML',
  extensions: ['html', 'htm'],
  verdict: 'warn',
  checker: 'tree-sitter',
  grammar: 'html',
  blocks: markup,
  patterns: {
    frames: [bare, frame('<a ', '></a>')],
    forms: plain,
    hasParentheses: false,
    example: '<b>$TEXT</b>',
  },
};

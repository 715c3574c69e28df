import { braces } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { asStatement, bare } from '../pattern-rules.ts';

export const toml: LanguageRecord = {
  title: 'TOML',
  extensions: ['toml'],
  verdict: 'reject',
  checker: 'toml',
  grammar: 'toml',
  blocks: braces,
  patterns: {
    frames: [bare],
    forms: [
      [
        { before: /[=[,]\s*$/, form: '"#"' },
        { ...asStatement, form: '# = 0' },
      ],
    ],
    hasParentheses: false,
    example: 'version = $VALUE',
  },
};

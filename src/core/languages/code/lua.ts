import { wordBlocks } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, frame } from '../pattern-rules.ts';

export const lua: LanguageRecord = {
  title: 'Lua',
  extensions: ['lua'],
  interpreters: /^lua[\d.]*$/,
  verdict: 'reject',
  checker: 'tree-sitter',
  grammar: 'lua',
  blocks: wordBlocks,
  patterns: {
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
};

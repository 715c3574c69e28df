import { bracesWithTabs } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, frame, plain } from '../pattern-rules.ts';

export const go: LanguageRecord = {
  title: 'Go',
  aliases: ['golang'],
  extensions: ['go'],
  verdict: 'reject',
  checker: 'tree-sitter',
  grammar: 'go',
  blocks: bracesWithTabs,
  patterns: {
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
};

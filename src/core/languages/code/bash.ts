import { wordBlocks } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, frame, plain } from '../pattern-rules.ts';

export const bash: LanguageRecord = {
  title: 'Bash',
  aliases: ['shell'],
  extensions: ['sh', 'bash'],
  fileNames: /^\.(bashrc|bash_profile|bash_aliases|profile)$/,
  interpreters: /^(ba)?sh$/,
  verdict: 'reject',
  checker: 'tree-sitter',
  grammar: 'bash',
  blocks: wordBlocks,
  patterns: {
    frames: [bare, frame('', '; then :; fi'), frame('', '; do :; done'), frame('case a in ', ' esac')],
    forms: plain,
    ignored: [';'],
    hasParentheses: false,
    variable: (name) =>
      new RegExp(`(?<![$\\\\])\\$${name}(?!\\w)|\\$\\{[#!]?${name}(?!\\w)|(?<![\\w$-])${name}\\+?=`),
    example: 'echo $MESSAGE',
  },
};

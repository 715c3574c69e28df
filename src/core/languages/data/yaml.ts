import { yamlBlocks } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, plain } from '../pattern-rules.ts';

export const yaml: LanguageRecord = {
  title: 'YAML',
  aliases: ['yml'],
  extensions: ['yaml', 'yml'],
  verdict: 'reject',
  checker: 'yaml',
  grammar: 'yaml',
  blocks: yamlBlocks,
  patterns: { frames: [bare], forms: plain, hasParentheses: false, example: 'image: $NAME' },
};

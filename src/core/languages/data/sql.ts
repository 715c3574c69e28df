import { braces } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';

export const sql: LanguageRecord = {
  title: 'SQL',
  extensions: ['sql'],
  verdict: 'warn',
  checker: 'tree-sitter',
  grammar: 'sql',
  blocks: braces,
};

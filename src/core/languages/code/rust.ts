import { rustBlocks } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { asStatement, bare, frame, GENERIC, inFunction } from '../pattern-rules.ts';

export const rust: LanguageRecord = {
  title: 'Rust',
  extensions: ['rs'],
  verdict: 'reject',
  checker: 'tree-sitter',
  grammar: 'rust',
  blocks: rustBlocks,
  patterns: {
    frames: [
      frame('type A = ', ';', GENERIC),
      ...inFunction('fn f() { ', ' }'),
      bare,
      frame('', ' {}'),
      frame('fn f() { ', ' {} }'),
      frame('impl A { ', ' }'),
      frame('impl A { ', ' {} }'),
      frame('struct A { ', ' }'),
      frame('fn f() { match a { ', ' } }'),
      frame('fn f(', ') {}'),
      frame('type A = ', ';'),
    ],
    forms: [
      [{ ...asStatement, form: '#;' }],
      [{ ...asStatement, form: '#: A' }],
      [{ ...asStatement, form: '# => {}' }],
      [{ ...asStatement, form: 'fn #() {}' }],
      [],
    ],
    example: 'println!($$$ARGS)',
  },
};

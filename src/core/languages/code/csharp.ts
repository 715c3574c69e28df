import { braces } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { classFrames, frame, inFunction, typed } from '../pattern-rules.ts';

export const csharp: LanguageRecord = {
  title: 'C#',
  aliases: ['c#'],
  extensions: ['cs'],
  verdict: 'warn',
  checker: 'tree-sitter',
  grammar: 'c_sharp',
  blocks: braces,
  patterns: {
    frames: [
      ...classFrames(inFunction('class A { void F() { ', ' } }')),
      frame('class A { void F() { ', ' {} } }'),
      frame('class A { object a = ', '; }'),
    ],
    forms: typed('int #;', 'int #'),
    example: 'Console.WriteLine($MESSAGE)',
  },
};

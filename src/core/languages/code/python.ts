import { indented } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, frame, plain } from '../pattern-rules.ts';

export const python: LanguageRecord = {
  title: 'Python',
  aliases: ['python3'],
  extensions: ['py', 'pyi', 'pyw'],
  interpreters: /^python[\d.]*$/,
  verdict: 'reject',
  checker: 'ruff',
  grammar: 'python',
  blocks: indented,
  patterns: {
    frames: [
      frame('if a:\n  pass\n', '', /^(elif|else)\b/),
      frame('try:\n  pass\n', '', /^(except|finally)\b/),
      frame('match a:\n  ', '', /^case\b/),
      bare,
      frame('', ': pass'),
      frame('', '\n  pass', /:$/),
      frame('{', '}'),
      frame('f(', ')'),
      frame('def f(', '): pass'),
      frame('', '\ndef f(): pass', /^@/),
    ],
    forms: plain,
    example: 'print($$$ARGS)',
  },
};

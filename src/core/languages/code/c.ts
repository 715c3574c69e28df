import { braces } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, frame, GENERIC, inFunction, type PatternRules, typed } from '../pattern-rules.ts';

const patterns: PatternRules = {
  frames: [
    frame('', '\n', /^#/),
    frame('', ' a;', GENERIC),
    frame('', '', /^(struct|union|enum|class|namespace|template)\b/),
    frame('void f() { switch (a) { ', ' } }', /^(case\b|default\s*:)/),
    ...inFunction('void f() { ', ' }'),
    bare,
    frame('', ' {}'),
    frame('void f() { ', ' {} }'),
    frame('int a = ', ';'),
    frame('struct a { ', ' };'),
    frame('void f(', ') {}'),
  ],
  forms: typed('int #;', '#'),
  example: 'free($POINTER)',
};

export const c: LanguageRecord = {
  title: 'C',
  extensions: ['c'],
  verdict: 'warn',
  checker: 'tree-sitter',
  grammar: 'c',
  blocks: braces,
  patterns,
  sharesPatternsWith: 'cpp',
  sharedExtensions: ['h'],
};

export const cpp: LanguageRecord = {
  title: 'C++',
  aliases: ['c++'],
  extensions: ['cpp', 'cc', 'cxx', 'c++', 'hpp', 'hh', 'hxx', 'h'],
  verdict: 'warn',
  checker: 'tree-sitter',
  grammar: 'cpp',
  blocks: braces,
  patterns: {
    ...patterns,
    frames: [...patterns.frames, frame('class A { ', ' };'), frame('class A { ', ' {} };')],
    example: 'std::move($VALUE)',
  },
};

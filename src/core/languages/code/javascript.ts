import { scriptBlocks } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, dollarName, type Frame, frame, GENERIC, type PatternRules } from '../pattern-rules.ts';

const frames: readonly Frame[] = [
  frame('switch (a) { ', ' }', /^(case\b|default\s*:)/),
  frame('try {} ', '', /^(catch|finally)\b/),
  frame('(', ')', /^\{/),
  frame('({ ', ' })', /^(['"][^'"]*['"]|[\w$]+|\[.*\])\s*:/),
  frame('', ' {}', /^(async\s+)?function\b[^{]*$/),
  frame('<a ', ' />', /^[\w-]+=["'{]/),
  bare,
  frame('', ' {}'),
  frame('(', ')'),
  frame('class A { ', ' }'),
  frame('class A { ', ' {} }'),
  frame('({ ', ' })'),
  frame('<a ', ' />'),
];

const typeFrames: readonly Frame[] = [
  frame('function f(', ') {}'),
  frame('type A = ', ';'),
  frame('interface A { ', ' }'),
  frame('let a', ';'),
];

const patterns: PatternRules = {
  frames,
  forms: [[{ before: /\bfrom\s*$/, form: "'#'" }]],
  variable: dollarName,
  example: 'fetch($URL, $$$OPTIONS)',
};

const shared = {
  verdict: 'reject',
  thoroughChecker: 'tree-sitter',
  blocks: scriptBlocks,
  patterns,
} as const;

const sharedByTypeScript = {
  ...shared,
  patterns: { ...patterns, frames: [frame('let a: ', ';', GENERIC), ...frames, ...typeFrames] },
};

export const javascript: LanguageRecord = {
  ...shared,
  title: 'JavaScript',
  extensions: ['js', 'mjs', 'cjs', 'jsx'],
  interpreters: /^node$/,
  checker: 'oxc-jsx',
  grammar: 'javascript',
  sharesPatternsWith: 'typescript',
};

export const typescript: LanguageRecord = {
  ...sharedByTypeScript,
  title: 'TypeScript',
  extensions: ['ts', 'mts', 'cts'],
  interpreters: /^(tsx|ts-node|deno|bun)$/,
  checker: 'oxc-ts',
  grammar: 'typescript',
};

export const tsx: LanguageRecord = {
  ...sharedByTypeScript,
  title: 'TSX',
  extensions: ['tsx'],
  checker: 'oxc-tsx',
  grammar: 'tsx',
  dialectOf: 'typescript',
};

export const declarations: LanguageRecord = {
  ...sharedByTypeScript,
  title: 'TypeScript declarations',
  extensions: ['d.ts', 'd.mts', 'd.cts'],
  checker: 'oxc-dts',
  grammar: 'typescript',
  dialectOf: 'typescript',
};

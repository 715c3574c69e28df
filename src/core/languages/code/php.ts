import { braces } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { asStatement, dollarName, type Form, frame, inFunction } from '../pattern-rules.ts';

/** Where PHP has names; elsewhere it has variables. */
const names: readonly Form[] = [
  {
    before:
      /(\b(function|class|interface|trait|extends|implements|new|use|namespace|const|instanceof)|->|::)\s*&?\s*$/,
    form: '#',
  },
  { after: /^\s*(\(|::|\$)/, form: '#' },
];

export const php: LanguageRecord = {
  title: 'PHP',
  extensions: ['php', 'phtml'],
  interpreters: /^php\d*$/,
  verdict: 'reject',
  checker: 'tree-sitter',
  grammar: 'php',
  blocks: braces,
  patterns: {
    frames: [
      ...inFunction('<?php ', ''),
      frame('<?php ', ' {}'),
      frame('<?php class A { ', ' }'),
      frame('<?php class A { ', ' {} }'),
      frame('<?php [', '];'),
      frame('<?php function f(', ') {}'),
    ],
    forms: [
      [...names, { ...asStatement, form: '$#;' }, { form: '$#' }],
      [...names, { ...asStatement, form: 'var $#;' }, { form: '$#' }],
    ],
    // PHP has no comma operator: its grammar means the list after `echo`.
    notExpressions: ['sequence_expression'],
    variable: dollarName,
    example: 'strlen($VALUE)',
  },
};

import { wordBlocks } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, frame } from '../pattern-rules.ts';

export const ruby: LanguageRecord = {
  title: 'Ruby',
  extensions: ['rb', 'rake', 'gemspec', 'ru'],
  fileNames: /^(Rakefile|Gemfile|Vagrantfile|Podfile)$/,
  interpreters: /^ruby[\d.]*$/,
  verdict: 'reject',
  checker: 'tree-sitter',
  grammar: 'ruby',
  blocks: wordBlocks,
  patterns: {
    frames: [
      frame('begin\n', '\nend', /^(rescue|ensure)\b/),
      frame('case a\n', '\nend', /^when\b/),
      bare,
      frame('', '\nend'),
    ],
    forms: [[{ before: /(\b(class|module)|<|::)\s*$/, form: 'A#' }]],
    example: 'puts($$$ARGS)',
  },
};

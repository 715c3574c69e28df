import { scriptBlocks } from '../block-styles.ts';
import type { LanguageRecord } from '../language.ts';
import { bare, frame, type PatternRules } from '../pattern-rules.ts';

const patterns: PatternRules = {
  frames: [bare, frame('{', '}')],
  forms: [
    [{ before: /[{,]\s*$/, after: /^\s*[},]/, isSpread: true, form: '"#": 0' }, { form: '"#"' }],
    [{ form: '"#"' }],
  ],
  hasParentheses: false,
  example: '"version": $VALUE',
};

const shared = { verdict: 'reject', grammar: 'json', blocks: scriptBlocks, patterns } as const;

export const json: LanguageRecord = {
  ...shared,
  title: 'JSON',
  extensions: ['json', 'webmanifest', 'geojson'],
  checker: 'json',
};

export const jsonc: LanguageRecord = {
  ...shared,
  title: 'JSON with comments',
  extensions: ['jsonc', 'code-workspace', 'code-snippets'],
  fileNames:
    /^(([tj]sconfig|appsettings).*|biome|turbo|deno|nx|tslint|typedoc|devcontainer|api-extractor|babel\.config|settings|launch|tasks|extensions|keybindings|\.(eslint|jshint|swc|babel|oxlint)rc)\.json$|^\.(jshint|swc)rc$/,
  checker: 'jsonc',
  dialectOf: 'json',
};

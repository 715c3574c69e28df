import { bash } from './code/bash.ts';
import { c, cpp } from './code/c.ts';
import { csharp } from './code/csharp.ts';
import { go } from './code/go.ts';
import { java } from './code/java.ts';
import { declarations, javascript, tsx, typescript } from './code/javascript.ts';
import { kotlin } from './code/kotlin.ts';
import { lua } from './code/lua.ts';
import { php } from './code/php.ts';
import { python } from './code/python.ts';
import { ruby } from './code/ruby.ts';
import { rust } from './code/rust.ts';
import { swift } from './code/swift.ts';
import { css } from './data/css.ts';
import { html } from './data/html.ts';
import { json, jsonc } from './data/json.ts';
import { sql } from './data/sql.ts';
import { toml } from './data/toml.ts';
import { yaml } from './data/yaml.ts';
import type { LanguageRecord } from './language.ts';

const records = {
  python,
  javascript,
  typescript,
  tsx,
  declarations,
  jsonc,
  json,
  yaml,
  toml,
  go,
  rust,
  java,
  php,
  lua,
  ruby,
  bash,
  c,
  cpp,
  csharp,
  kotlin,
  css,
  html,
  sql,
  swift,
} satisfies Record<string, LanguageRecord>;

export type Language = keyof typeof records;

/** Every language that Corvid can parse. */
export const languages: Readonly<Record<Language, LanguageRecord>> = records;

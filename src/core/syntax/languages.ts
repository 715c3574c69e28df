/** What a new syntax error leads to: parsers that are always right may refuse an edit, the others may only warn. */
export type Verdict = 'reject' | 'warn';

export type LanguageFacts = {
  readonly title: string;
  readonly extensions: readonly string[];
  /** Whole file names that say more than their extension. */
  readonly fileNames?: RegExp;
  /** What a `#!` line names. */
  readonly interpreters?: RegExp;
  /** Other names that people use. */
  readonly aliases?: readonly string[];
  readonly verdict: Verdict;
};

const facts = {
  python: {
    title: 'Python',
    extensions: ['py', 'pyi', 'pyw'],
    interpreters: /^python[\d.]*$/,
    aliases: ['python3'],
    verdict: 'reject',
  },
  javascript: {
    title: 'JavaScript',
    extensions: ['js', 'mjs', 'cjs', 'jsx'],
    interpreters: /^node$/,
    verdict: 'reject',
  },
  typescript: {
    title: 'TypeScript',
    extensions: ['ts', 'mts', 'cts'],
    interpreters: /^(tsx|ts-node|deno|bun)$/,
    verdict: 'reject',
  },
  tsx: { title: 'TSX', extensions: ['tsx'], verdict: 'reject' },
  declarations: {
    title: 'TypeScript declarations',
    extensions: ['d.ts', 'd.mts', 'd.cts'],
    verdict: 'reject',
  },
  jsonc: {
    title: 'JSON with comments',
    extensions: ['jsonc', 'code-workspace', 'code-snippets'],
    fileNames:
      /^(([tj]sconfig|appsettings).*|biome|turbo|deno|nx|tslint|typedoc|devcontainer|api-extractor|babel\.config|settings|launch|tasks|extensions|keybindings|\.(eslint|jshint|swc|babel|oxlint)rc)\.json$|^\.(jshint|swc)rc$/,
    verdict: 'reject',
  },
  json: {
    title: 'JSON',
    extensions: ['json', 'webmanifest', 'geojson'],
    verdict: 'reject',
  },
  yaml: { title: 'YAML', extensions: ['yaml', 'yml'], aliases: ['yml'], verdict: 'reject' },
  toml: { title: 'TOML', extensions: ['toml'], verdict: 'reject' },
  go: { title: 'Go', extensions: ['go'], aliases: ['golang'], verdict: 'reject' },
  rust: { title: 'Rust', extensions: ['rs'], verdict: 'reject' },
  java: { title: 'Java', extensions: ['java'], verdict: 'reject' },
  php: { title: 'PHP', extensions: ['php', 'phtml'], interpreters: /^php\d*$/, verdict: 'reject' },
  lua: { title: 'Lua', extensions: ['lua'], interpreters: /^lua[\d.]*$/, verdict: 'reject' },
  ruby: {
    title: 'Ruby',
    extensions: ['rb', 'rake', 'gemspec', 'ru'],
    fileNames: /^(Rakefile|Gemfile|Vagrantfile|Podfile)$/,
    interpreters: /^ruby[\d.]*$/,
    verdict: 'reject',
  },
  bash: {
    title: 'Bash',
    extensions: ['sh', 'bash'],
    fileNames: /^\.(bashrc|bash_profile|bash_aliases|profile)$/,
    interpreters: /^(ba)?sh$/,
    aliases: ['shell'],
    verdict: 'reject',
  },
  c: { title: 'C', extensions: ['c'], verdict: 'warn' },
  cpp: {
    title: 'C++',
    extensions: ['cpp', 'cc', 'cxx', 'c++', 'hpp', 'hh', 'hxx', 'h'],
    aliases: ['c++'],
    verdict: 'warn',
  },
  csharp: { title: 'C#', extensions: ['cs'], aliases: ['c#'], verdict: 'warn' },
  kotlin: { title: 'Kotlin', extensions: ['kt', 'kts'], verdict: 'warn' },
  css: { title: 'CSS', extensions: ['css'], verdict: 'warn' },
  html: { title: 'HTML', extensions: ['html', 'htm'], verdict: 'warn' },
  sql: { title: 'SQL', extensions: ['sql'], verdict: 'warn' },
  swift: { title: 'Swift', extensions: ['swift'], verdict: 'warn' },
} satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof facts;

/** Every language that Corvid can read. */
export const languages: Readonly<Record<Language, LanguageFacts>> = facts;

const entries = Object.entries(languages) as [Language, LanguageFacts][];

/** The language of a file, by its name, or by the interpreter that its first line asks for. */
export function languageOfFile(path: string, text = ''): Language | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return byFileName(name) ?? byExtension(name) ?? (name.includes('.') ? undefined : byInterpreter(text));
}

/** The language that someone calls by this name, by one of its aliases or by its extension. */
export function languageNamed(name: string): Language | undefined {
  const wanted = name.toLowerCase().replace(/^\./, '');
  return entries.find(
    ([id, { title, aliases, extensions }]) =>
      id === wanted ||
      title.toLowerCase() === wanted ||
      aliases?.includes(wanted) ||
      extensions.includes(wanted),
  )?.[0];
}

function byFileName(name: string): Language | undefined {
  return entries.find(([, { fileNames }]) => fileNames?.test(name))?.[0];
}

/** The longest extension wins: `.d.ts` is more than `.ts`. */
function byExtension(name: string): Language | undefined {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const extension = name.slice(dot + 1).toLowerCase();
    const found = entries.find(([, { extensions }]) => extensions.includes(extension));
    if (found) return found[0];
  }
  return undefined;
}

function byInterpreter(text: string): Language | undefined {
  const words = /^#!([^\r\n]*)/.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  const [program, ...more] = words.map((word) => word.slice(word.lastIndexOf('/') + 1));
  const name = program === 'env' ? more.find((word) => !word.startsWith('-')) : program;
  return name === undefined
    ? undefined
    : entries.find(([, { interpreters }]) => interpreters?.test(name))?.[0];
}

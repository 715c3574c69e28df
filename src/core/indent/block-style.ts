/** How the blocks of a language show in its lines. The patterns look at a line without the blanks around it. */
export type BlockStyle = {
  /** A block ends where the indentation does, or with a line of its own. */
  readonly endsBy: 'indentation' | 'line';
  /** The next line stands deeper. */
  readonly opens: RegExp;
  /** Stands less deep than the lines before it: the end of a block, or its next part. */
  readonly closes: RegExp;
  /** Divides a block into parts, as `case` does. */
  readonly labels: RegExp;
  /** Comments and the like, which may stand anywhere. */
  readonly aside: RegExp;
  /** Ends with a comment that hides whether the line opens a block. */
  readonly remark: RegExp;
  /** How brackets, strings and comments are told apart; absent where brackets say nothing about the shape. */
  readonly lexis?: Lexis;
  readonly unit: string;
  /** Indentation is part of what the text says, as in lists of Markdown, and follows from nothing around it. */
  readonly isProse?: boolean;
  /** Keys and items of lists, each at its column. */
  readonly isYaml?: boolean;
  /** Rules, with the commands of their recipes after a tab. */
  readonly isMakefile?: boolean;
};

export type Lexis = {
  /** Everything that matters within a line; brackets are found in what is left. */
  readonly tokens: RegExp;
  /** What may span lines, and how it ends. */
  readonly spans: Readonly<Record<string, string>>;
  /** What a backslash stands before does not end a string that spans lines. */
  readonly escapes: boolean;
};

/** The style of a file, by its name. */
export function blockStyleOf(path: string): BlockStyle {
  if (/(?:^|[/\\])(?:GNU)?makefile(?:\.\w+)?$|\.mk$/i.test(path)) return makefile;
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION.get(extension) ?? braces;
}

export function opensBlock(line: string, { opens, aside, remark }: BlockStyle): boolean {
  const text = line.trim();
  return !aside.test(text) && opens.test(text.replace(remark, '').trimEnd());
}

export function closesBlock(line: string, { closes }: BlockStyle): boolean {
  return closes.test(line.trimStart());
}

export function isLabel(line: string, { labels }: BlockStyle): boolean {
  return labels.test(line.trim());
}

const NEVER = /(?!)/;
const BRACKETS = '[(){}[\\]]';
const DOUBLE_QUOTED = '"(?:\\\\.|[^"\\\\])*"?';
const SINGLE_QUOTED = "'(?:\\\\.|[^'\\\\])*'?";
const CHARACTER = "'(?:\\\\.[^']*|[^'\\\\])'";

function lexis(tokens: readonly string[], spans: Lexis['spans'], { escapes = true } = {}): Lexis {
  const starts = Object.keys(spans).map((start) => start.replaceAll(/[*`|()]/g, '\\$&'));
  return { tokens: new RegExp([...starts, ...tokens, BRACKETS].join('|'), 'g'), spans, escapes };
}

const python: BlockStyle = {
  endsBy: 'indentation',
  opens: /[:([{]$/,
  closes: /^(?:(?:else|elif|except|finally)\b|[)\]}])/,
  labels: NEVER,
  aside: /^#/,
  remark: /\s#.*$/,
  lexis: lexis([DOUBLE_QUOTED, SINGLE_QUOTED, '#.*'], { '"""': '"""', "'''": "'''" }),
  unit: '    ',
};

const yaml: BlockStyle = {
  endsBy: 'indentation',
  opens: /:(?:\s+[|>][-+\d]*)?$|^-$|[[{]$/,
  closes: /^[\]}]/,
  labels: NEVER,
  aside: /^(?:#|\{[{%]|---)/,
  remark: /\s#.*$/,
  unit: '  ',
  isYaml: true,
};

const LABELS = /^(?:case\b(?:[^:'"]|'[^']*'|"[^"]*"|::)*|default\s*|public|private|protected):(?!:)/;

const braces: BlockStyle = {
  endsBy: 'line',
  opens:
    /[{([]$|=>$|[^=!<>]=$|\belse$|^(?:}\s*)?(?:else\s+)?(?:if|for|while)\b.*\)$|^(?:case\b.*|default\s*|public|private|protected):$|^<[A-Za-z](?!.*<\/)(?:.*[^/])?>$|^<[A-Za-z][\w.]*$|^<>$/,
  closes: /^(?:[})\]]|<\/|\/?>)/,
  labels: LABELS,
  aside: /^(?:\/\/|\/\*|\*(?!\w)|#(?!\[)|(?!default|public|private|protected)[A-Za-z_]\w*:$)/,
  remark: /\s(?:\/\/.*|\/\*[^*]*\*\/)$/,
  lexis: lexis([DOUBLE_QUOTED, CHARACTER, '//.*'], { '/*': '*/', '`': '`', 'r#"': '"#' }, { escapes: false }),
  unit: '    ',
};

/** `/` begins a regular expression only where no value stands before it. */
const REGULAR_EXPRESSION =
  '/(?<=(?:^|[(,=:;!&|?{}[]|\\breturn)\\s*/)(?![*/])(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\])*\\]|[^/\\\\[])+/';

const script: BlockStyle = {
  ...braces,
  lexis: lexis([DOUBLE_QUOTED, SINGLE_QUOTED, '//.*', REGULAR_EXPRESSION], { '/*': '*/', '`': '`' }),
  unit: '  ',
};

const rust: BlockStyle = {
  ...braces,
  lexis: lexis([CHARACTER, '//.*'], { '/*': '*/', '"': '"', 'r#"': '"#' }),
};

const go: BlockStyle = { ...braces, unit: '\t' };

const words: BlockStyle = {
  endsBy: 'line',
  opens:
    /[{([]$|\b(?:do|then|else|begin|in|repeat)$|\bdo\s*\|.*\|$|^(?:def|class|module|function|local function|if|unless|while|until|for|case|when|elsif|elseif|rescue|ensure)\b(?!.*\b(?:end|fi|done)$)/,
  closes: /^(?:(?:end|else|elsif|elseif|elif|when|rescue|ensure|until|fi|done|esac)\b|[})\]]|;;)/,
  labels: NEVER,
  aside: /^(?:#|--)/,
  remark: /\s(?:#|--).*$/,
  unit: '  ',
};

const makefile: BlockStyle = { ...words, aside: /^#/, remark: NEVER, unit: '\t', isMakefile: true };

const markup: BlockStyle = { ...script, aside: /^<!--/, remark: NEVER };

const prose: BlockStyle = { ...braces, isProse: true };

const BY_EXTENSION = new Map<string, BlockStyle>(
  Object.entries({
    'py pyi pyx pxd bzl star gd': python,
    'yml yaml': yaml,
    'js mjs cjs jsx ts mts cts tsx json jsonc json5 css scss less': script,
    go,
    rs: rust,
    'rb rake gemspec podspec lua ex exs jl sh bash zsh ksh bats': words,
    'html htm xml svg vue svelte astro xhtml': markup,
    'md markdown mdx rst adoc asciidoc org csv tsv diff patch': prose,
  }).flatMap(([extensions, style]) => extensions.split(' ').map((extension) => [extension, style] as const)),
);

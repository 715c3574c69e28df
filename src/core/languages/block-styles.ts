/** How blocks appear in the lines of a language. The patterns are applied to a line without the spaces around it. */
export type BlockStyle = {
  /** A block ends where the indentation does, or with a line of its own. */
  readonly endsBy: 'indentation' | 'line';
  /** The next line is deeper. */
  readonly opens: RegExp;
  /** Less deep than the lines before it: the end of a block, or its next part. */
  readonly closes: RegExp;
  /** Divides a block into parts, as `case` does. */
  readonly labels: RegExp;
  /** Comments and the like, at any depth. */
  readonly aside: RegExp;
  /** Ends with a comment that hides whether the line opens a block. */
  readonly remark: RegExp;
  /** Separates brackets, strings and comments; absent where brackets do not show the structure. */
  readonly lexis?: Lexis;
  readonly unit: string;
  /** Indentation is part of the content, as in lists of Markdown, and does not follow from the lines around it. */
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
  /** An escaped quote does not end a string that spans lines. */
  readonly escapes: boolean;
};

const NEVER = /(?!)/;
const BRACKETS = '[(){}[\\]]';
const DOUBLE_QUOTED = '"(?:\\\\.|[^"\\\\])*"?';
const SINGLE_QUOTED = "'(?:\\\\.|[^'\\\\])*'?";
const CHARACTER = "'(?:\\\\.[^']*|[^'\\\\])'";

function lexis(tokens: readonly string[], spans: Lexis['spans'], { escapes = true } = {}): Lexis {
  const starts = Object.keys(spans).map((start) => start.replaceAll(/[*`|()]/g, '\\$&'));
  return { tokens: new RegExp([...starts, ...tokens, BRACKETS].join('|'), 'g'), spans, escapes };
}

export const indented: BlockStyle = {
  endsBy: 'indentation',
  opens: /[:([{]$/,
  closes: /^(?:(?:else|elif|except|finally)\b|[)\]}])/,
  labels: NEVER,
  aside: /^#/,
  remark: /\s#.*$/,
  lexis: lexis([DOUBLE_QUOTED, SINGLE_QUOTED, '#.*'], { '"""': '"""', "'''": "'''" }),
  unit: '    ',
};

export const yamlBlocks: BlockStyle = {
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

export const braces: BlockStyle = {
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

/** `/` begins a regular expression only where there is no value before it. */
const REGULAR_EXPRESSION =
  '/(?<=(?:^|[(,=:;!&|?{}[]|\\breturn)\\s*/)(?![*/])(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\])*\\]|[^/\\\\[])+/';

export const scriptBlocks: BlockStyle = {
  ...braces,
  lexis: lexis([DOUBLE_QUOTED, SINGLE_QUOTED, '//.*', REGULAR_EXPRESSION], { '/*': '*/', '`': '`' }),
  unit: '  ',
};

export const rustBlocks: BlockStyle = {
  ...braces,
  lexis: lexis([CHARACTER, '//.*'], { '/*': '*/', '"': '"', 'r#"': '"#' }),
};

export const bracesWithTabs: BlockStyle = { ...braces, unit: '\t' };

export const wordBlocks: BlockStyle = {
  endsBy: 'line',
  opens:
    /[{([]$|\b(?:do|then|else|begin|in|repeat)$|\bdo\s*\|.*\|$|^(?:def|class|module|function|local function|if|unless|while|until|for|case|when|elsif|elseif|rescue|ensure)\b(?!.*\b(?:end|fi|done)$)/,
  closes: /^(?:(?:end|else|elsif|elseif|elif|when|rescue|ensure|until|fi|done|esac)\b|[})\]]|;;)/,
  labels: NEVER,
  aside: /^(?:#|--)/,
  remark: /\s(?:#|--).*$/,
  unit: '  ',
};

export const makefile: BlockStyle = {
  ...wordBlocks,
  aside: /^#/,
  remark: NEVER,
  unit: '\t',
  isMakefile: true,
};

export const markup: BlockStyle = { ...scriptBlocks, aside: /^<!--/, remark: NEVER };

export const prose: BlockStyle = { ...braces, isProse: true };

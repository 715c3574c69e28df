import {
  type BlockStyle,
  braces,
  indented,
  makefile,
  markup,
  prose,
  scriptBlocks,
  wordBlocks,
} from '../languages/block-styles.ts';
import { languageOfFile } from '../languages/find-language.ts';
import { languages } from '../languages/index.ts';

export type { BlockStyle, Lexis } from '../languages/block-styles.ts';

/** Files of other languages than those that Corvid can parse. */
const OTHER_EXTENSIONS = new Map<string, BlockStyle>(
  Object.entries({
    'pyx pxd bzl star gd': indented,
    'json5 scss less': scriptBlocks,
    'podspec ex exs jl zsh ksh bats': wordBlocks,
    'xml svg vue svelte astro xhtml': markup,
    'md markdown mdx rst adoc asciidoc org csv tsv diff patch': prose,
  }).flatMap(([extensions, style]) => extensions.split(' ').map((extension) => [extension, style] as const)),
);

/** The style of a file, by its name. */
export function blockStyleOf(path: string): BlockStyle {
  if (/(?:^|[/\\])(?:GNU)?makefile(?:\.\w+)?$|\.mk$/i.test(path)) return makefile;
  const language = languageOfFile(path);
  if (language !== undefined) return languages[language].blocks;
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return OTHER_EXTENSIONS.get(extension) ?? braces;
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

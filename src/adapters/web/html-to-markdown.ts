import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import Turndown from 'turndown';

/** What is used of an element; the types of a browser are not part of this program. */
type PageElement = {
  readonly className: string;
  readonly textContent: string | null;
  readonly children: Iterable<PageElement>;
  readonly parentElement: PageElement | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  cloneNode(isDeep: boolean): PageElement;
};
type PageDocument = {
  readonly title: string;
  readonly body: PageElement | null;
  querySelectorAll: PageElement['querySelectorAll'];
};

export type HtmlPage = { readonly html: string; readonly url: string };
export type MarkdownPage = { readonly title: string | undefined; readonly text: string };

/** The main content of a page; the whole body where no main content is found. */
export async function htmlToMarkdown({ html, url }: HtmlPage): Promise<MarkdownPage> {
  const document = parseHTML(html).document as unknown as PageDocument;
  makeLinksAbsolute(document, url);
  const title = document.title.trim() || undefined;
  const body = document.body?.cloneNode(true);
  const reader = new Readability(document as never, {
    keepClasses: true,
    serializer: (element: unknown) => element as PageElement,
  });
  const article = reader.parse();
  const content = article?.content ?? body;
  const text = content ? converter().turndown(content as never) : '';
  return { title: article?.title?.trim() || title, text: text.replace(/\n{3,}/g, '\n\n') };
}

function makeLinksAbsolute(document: PageDocument, url: string): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href')!;
    if (!href.startsWith('#') && URL.canParse(href, url)) link.setAttribute('href', new URL(href, url).href);
    link.removeAttribute('title');
  }
}

function converter(): Turndown {
  const turndown = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  turndown.remove(['script', 'style', 'noscript', 'iframe', 'object', 'embed']);
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_, node) => imageText(node as unknown as PageElement),
  });
  turndown.addRule('code block', {
    filter: 'pre',
    replacement: (_, node) => codeBlock(node as unknown as PageElement),
  });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_, node) => table(node as unknown as PageElement),
  });
  return turndown;
}

function imageText(image: PageElement): string {
  const text = image.getAttribute('alt')?.trim();
  return text ? `[image: ${text}]` : '';
}

function codeBlock(pre: PageElement): string {
  const code = (pre.textContent ?? '').replace(/\n+$/, '');
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const classes = `${pre.className} ${pre.querySelector('code')?.className ?? ''} ${pre.parentElement?.className ?? ''}`;
  const [, language = ''] = /(?:language|lang|highlight-source|highlight)-(\w+)/.exec(classes) ?? [];
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

/** One line a row; the first row is the header. A table for layout only, of one column, is its text. */
function table(element: PageElement): string {
  const rows = [...element.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) =>
      (cell.textContent ?? '').trim().replace(/\s+/g, ' ').replaceAll('|', '\\|'),
    ),
  );
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns < 2) return `\n\n${rows.map((row) => row.join(' ')).join('\n')}\n\n`;
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`;
  const [header = [], ...rest] = rows;
  const rule = `|${' --- |'.repeat(columns)}`;
  return `\n\n${[line(header), rule, ...rest.map(line)].join('\n')}\n\n`;
}

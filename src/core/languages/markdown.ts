/** Whether a file is Markdown by its name: there a line that begins with `#` is a heading. */
export function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown|mkd|qmd|rmd)$/i.test(path);
}

/** Of files in which `'a'` and `"a"` are the same string. In others they are a character and a string, a value and a name. */
const ALIKE =
  /\.(?:[mc]?[jt]sx?|vue|svelte|astro|coffee|dart|py[iw]?|rb|rake|gemspec|lua|php|phtml|pl|pm|r|s?css|sass|less|html?|xml|svg|ya?ml|toml|ini|ba?sh|zsh|fish|sol|gradle|groovy)$/i;

/** Whether the two kinds of quotes mean different things in a file of this name, as far as is known. */
export function quotesDiffer(path: string): boolean {
  return !ALIKE.test(path);
}

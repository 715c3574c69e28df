/** A path relative to the root, if there is only one. */
export function shownPath(path: string, roots: readonly string[] = []): string {
  const [root] = roots;
  return roots.length === 1 && path.startsWith(`${root}/`) ? path.slice(root!.length + 1) : path;
}

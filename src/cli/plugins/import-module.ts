/** In a file of its own: the command runs from compiled code, which cannot import modules. */
export function importModule(url: string): Promise<Record<string, unknown>> {
  return import(url) as Promise<Record<string, unknown>>;
}

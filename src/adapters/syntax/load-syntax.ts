import type { Syntax } from '../../ports/syntax.ts';

/** The built-in parsers. If they cannot be loaded, no text is checked, and each check reports why. */
export async function loadSyntax(load: () => Promise<Syntax> = loadParsers): Promise<Syntax> {
  try {
    return await load();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { check: async () => ({ outcome: 'not-checked', reason }), close: async () => {} };
  }
}

async function loadParsers(): Promise<Syntax> {
  return (await import('./parser-syntax.ts')).parserSyntax();
}

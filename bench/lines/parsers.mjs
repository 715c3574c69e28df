import ruff from '@astral-sh/ruff-wasm-nodejs';
import { parseAllDocuments } from 'yaml';

const workspace = new ruff.Workspace({ lint: { select: [] } }, ruff.PositionEncoding.Utf16);

/** Whether a text is right, as far as a parser of its language can say. A recipe without its tab is wrong in a Makefile. */
export function parses(language, text) {
  if (language.startsWith('Python')) return workspace.check(text).length === 0;
  if (language === 'YAML')
    return parseAllDocuments(text, { logLevel: 'silent' }).every(({ errors }) => errors.length === 0);
  return true;
}

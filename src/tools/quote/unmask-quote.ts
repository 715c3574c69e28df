import { type Quote, unmaskedQuote } from '../../core/secrets/masked-quote.ts';
import { secretMaskedError } from '../../workspace/workspace-errors.ts';
import type { WorkspaceFiles } from '../../workspace/workspace-files.ts';

/** The quote with the secrets that the caller was shown as `***`. */
export function unmaskQuote({ masker }: WorkspaceFiles, path: string, text: string, quote: Quote): Quote {
  const unmasked = unmaskedQuote(masker, text, quote);
  if (!unmasked) throw secretMaskedError(path);
  return unmasked;
}

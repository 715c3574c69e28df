import { type Quote, unmaskedQuote } from '../../core/secrets/masked-quote.ts';
import type { Masker } from '../../core/secrets/masker.ts';
import { secretMaskedError } from '../../workspace/workspace-errors.ts';

type MaskedFile = { readonly path: string; readonly text: string; readonly masker: Masker };

/** The quote with the secrets that the caller was shown as `***`. */
export function unmaskQuote({ path, text, masker }: MaskedFile, quote: Quote): Quote {
  const unmasked = unmaskedQuote(masker, text, quote);
  if (!unmasked) throw secretMaskedError(path);
  return unmasked;
}

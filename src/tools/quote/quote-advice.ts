/** Guidance of every tool that finds its place by a quote. */
export const QUOTE_ADVICE = 'Quote a few whole lines around the change, exactly as they are in the file.';

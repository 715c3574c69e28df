import type { Fitted } from './shift-lines.ts';

/** One of the ways, with what speaks against it (0: nothing) and the level, in words. */
export type Option = Fitted & { readonly cost: number; readonly level: string; readonly origin?: string };

/** The ways in which new lines may be indented, the likeliest first. A parser decides where there are several. */
export type Fits = {
  readonly options: readonly Option[];
  /** Of several ways that parse the first is taken, however little speaks for it. */
  readonly isGuess?: boolean;
  /** The lines as they are, for new ones that differ only in an indentation that would be an error. */
  readonly unchanged?: Option;
};

/** What to do: an option, and those that would also do. Without a choice the caller must say which. */
export type Choice = { readonly chosen: Option | undefined; readonly others: readonly Option[] };

const SURE = 0.5;

/** All that a parser may be asked about; nothing if there is no choice. */
export function questionsOf({ options, unchanged }: Fits): readonly Option[] {
  if (unchanged) return [...options, unchanged];
  return options.length > 1 ? options : [];
}

/** The option to take, by how many errors the answer to each question leaves in the file; undefined is unknown. */
export function chooseFit(fits: Fits, errors: readonly (number | undefined)[]): Choice {
  const { options, isGuess = false, unchanged } = fits;
  if (unchanged && errors[1] === 0 && errors[0] !== undefined && errors[0] > 0)
    return { chosen: unchanged, others: [] };
  const least = Math.min(...errors.slice(0, options.length).map((count) => count ?? 0));
  const [first, ...others] = options.filter((_, at) => options.length === 1 || (errors[at] ?? 0) === least);
  const isSure = isGuess || others.length === 0 || others[0]!.cost - first!.cost >= SURE;
  return isSure ? { chosen: first!, others } : { chosen: undefined, others: [first!, ...others] };
}

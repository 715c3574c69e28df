import { distance } from 'fastest-levenshtein';

/** A mistake in how the command was called. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Whose help tells more, if not that of the command alone. */
  readonly topic: string | undefined;

  constructor(message: string, topic?: string) {
    super(message);
    this.topic = topic;
  }
}

/** By its name: commands that are loaded on first use bring a class of their own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}

/** For a name that nothing has: the one that was meant, or else all there are. */
export function unknownName(kind: string, name: string, known: readonly string[]): UsageError {
  const near = nearestName(name, known);
  if (near !== undefined) return new UsageError(`there is no ${kind} '${name}'; did you mean '${near}'?`);
  const all = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s: ${known.join(', ')}`;
  return new UsageError(`there is no ${kind} '${name}'. ${all}`);
}

/** Undefined where a suggestion would be a guess. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = asKey(name);
  const begun = known.find((candidate) => wanted.length > 2 && asKey(candidate).startsWith(wanted));
  if (begun !== undefined) return begun;
  const [best] = known
    .map((candidate) => ({ candidate, slips: slipsBetween(wanted, asKey(candidate)) }))
    .sort((a, b) => a.slips - b.slips);
  return best && best.slips <= mostSlips(wanted) ? best.candidate : undefined;
}

function asKey(text: string): string {
  return text.toLowerCase().replaceAll('_', '-');
}

/** Letters in another order are the commonest slip and count as one. */
function slipsBetween(a: string, b: string): number {
  const sorted = (text: string) => [...text].sort().join('');
  return a !== b && sorted(a) === sorted(b) ? 1 : distance(a, b);
}

function mostSlips({ length }: string): number {
  return length < 6 ? 1 : length < 10 ? 2 : 3;
}

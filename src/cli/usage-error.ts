import { nearestName } from '../core/text/nearest-name.ts';

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

/** For a name that nothing has: the one that was meant, or else all there are. */
export function unknownName(kind: string, name: string, known: readonly string[]): UsageError {
  const near = nearestName(name, known);
  if (near !== undefined) return new UsageError(`there is no ${kind} '${name}'; did you mean '${near}'?`);
  const all = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s: ${known.join(', ')}`;
  return new UsageError(`there is no ${kind} '${name}'. ${all}`);
}

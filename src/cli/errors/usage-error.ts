import { nearestName } from '../../core/text/nearest-name.ts';

/** The command was called with wrong arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The topic of the help to show, if it is not the command alone. */
  readonly topic: string | undefined;

  constructor(message: string, topic?: string) {
    super(message);
    this.topic = topic;
  }
}

/** For an unknown name: suggests the nearest one, or lists all. */
export function unknownName(kind: string, name: string, known: readonly string[]): UsageError {
  const near = nearestName(name, known);
  if (near !== undefined) return new UsageError(`there is no ${kind} '${name}'; did you mean '${near}'?`);
  const all = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s: ${known.join(', ')}`;
  return new UsageError(`there is no ${kind} '${name}'. ${all}`);
}

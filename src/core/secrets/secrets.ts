/** Names and values that the operator gives to the shell and that are shown nowhere. */
export type Secrets = Readonly<Record<string, string>>;

/** What is shown in their place. */
export const MASK = '***';

/** A shorter value would be found in harmless text. */
export const SHORTEST_SECRET = 6;

/** A line of a longer secret, such as a key, is one by itself from this length on. */
const SHORTEST_LINE = 16;

/** Why these values cannot be kept secret; undefined if they can. */
export function refusal(secrets: Secrets): string | undefined {
  for (const [name, value] of Object.entries(secrets)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `Secret name '${name}' is not a variable name.`;
    if (value.trim().length < SHORTEST_SECRET)
      return `Secret ${name} has ${value.trim().length} characters: at least ${SHORTEST_SECRET} are needed to mask it safely. Use a longer value, or do not pass it as a secret.`;
  }
  return undefined;
}

/** The texts that are masked: each value, without the space around it, and each long line of it. */
export function textsOf(secrets: Secrets): string[] {
  const texts = Object.values(secrets).flatMap((value) => [
    value,
    value.trim(),
    ...value.split(/\r?\n/).filter((line) => line.length >= SHORTEST_LINE),
  ]);
  return [...new Set(texts)];
}

export type WithheldHints = {
  /** A note for each variable that the output names and the shell was not given; each name once. */
  notesOn(output: string): string[];
  /** For a new shell. */
  forget(): void;
};

/** Explains why a program does not find a variable that its user has set. */
export function createWithheldHints(withheld: () => readonly string[]): WithheldHints {
  const reported = new Set<string>();
  return {
    notesOn(output) {
      if (output === '') return [];
      const words = new Set(output.match(/\w+/g));
      const named = withheld().filter((name) => words.has(name) && !reported.has(name));
      for (const name of named) reported.add(name);
      return named.map(
        (name) =>
          `[${name} is set, but the shell does not get it because it looks like a credential. Start corvid with --pass-env ${name} to pass it on, or with --secret ${name} to pass it on and mask its value.]`,
      );
    },
    forget: () => reported.clear(),
  };
}

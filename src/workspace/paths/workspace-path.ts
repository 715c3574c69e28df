/** A path inside the roots. */
export type WorkspacePath = {
  /** As it was given. */
  readonly given: string;
  /** Absolute, with every link followed. */
  readonly real: string;
  /** As people write it: relative to the root that contains it. */
  readonly shown: string;
};

// Replaces the SDK's own shims in the bundle (see scripts/build.mjs).

/** Importing `node:process` would open each of its streams, which takes several milliseconds at start. */
export const process = globalThis.process;

/** Corvid never elicits input, so there are no results to validate. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Corvid does not validate elicitation results');
  }
}

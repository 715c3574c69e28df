// Stands in for the SDK's own shims in the bundle (see scripts/build.mjs).

/** Importing `node:process` would touch each of its streams, which costs a start several milliseconds. */
export const process = globalThis.process;

/** Corvid asks the user no questions, so there is no answer to validate. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Corvid does not validate elicitation results');
  }
}

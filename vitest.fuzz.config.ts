import { defineConfig } from 'vitest/config';

/** `npm run test:fuzz`: very many calls of every tool; `FUZZ_CALLS` and `FUZZ_SEED` say how many and which. */
export default defineConfig({
  test: {
    include: ['test/fuzz/*.fuzz.ts'],
    testTimeout: 7_200_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    setupFiles: ['test/end-each.ts'],
    globalSetup: ['test/build-once.ts'],
  },
});

import { defineConfig } from 'vitest/config';

/** `npm run test:hostile`: attacks on the promises of docs/security.md. Each test is one attempt. */
export default defineConfig({
  test: {
    include: ['test/hostile/*.hostile.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    setupFiles: ['test/fixed-seed.ts', 'test/end-each.ts'],
    globalSetup: ['test/build-once.ts'],
    reporters: ['default', './test/hostile/attack-reporter.ts'],
  },
});

import { defineConfig } from 'vitest/config';

/** What needs large programs of others, or minutes: `npm run test:conformance`, `test:clients`, `test:load`, `test:faults`. */
export default defineConfig({
  test: {
    include: ['test/{black-box,faults}/*.slow.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    setupFiles: ['test/end-each.ts'],
    globalSetup: ['test/build-once.ts'],
  },
});

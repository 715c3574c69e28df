import { defineConfig } from 'vitest/config';

/** `npm run test:agents`: real agents from the registry, which are large and change without notice. */
export default defineConfig({
  test: {
    include: ['test/agents/**/*.agent.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    setupFiles: ['test/end-each.ts'],
    globalSetup: ['test/build-once.ts'],
    fileParallelism: false,
  },
});

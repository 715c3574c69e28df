import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    // Most tests wait for other processes.
    maxWorkers: '100%',
    globalSetup: ['test/build-once.ts'],
    setupFiles: ['test/fixed-seed.ts'],
  },
});

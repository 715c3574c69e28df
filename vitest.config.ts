import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/slow-first.ts';

const common = {
  // These only end what hangs: a machine may be many times slower than ours.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['test/fixed-seed.ts'],
};

export default defineConfig({
  test: {
    // Most tests wait for other processes.
    maxWorkers: '200%',
    sequence: { sequencer: SlowFirst },
    projects: [
      // Pure functions leave nothing behind, so that all files can share what was loaded.
      { test: { ...common, name: 'core', include: ['test/core/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...common,
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: ['test/core/**'],
          globalSetup: ['test/build-once.ts'],
        },
      },
    ],
  },
});

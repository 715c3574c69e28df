import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/slow-first.ts';

const common = {
  // These only end what hangs: a machine may be many times slower than ours.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['test/fixed-seed.ts', 'test/end-each.ts'],
  // Files leave nothing behind that others would notice, so they can share what was loaded.
  isolate: false,
};

export default defineConfig({
  test: {
    // Most tests wait for other processes. As a percentage it would be cut to the number of cores.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      { test: { ...common, name: 'core', include: ['test/core/**/*.test.ts'] } },
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

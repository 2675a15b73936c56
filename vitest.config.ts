import { defineConfig } from 'vitest/config'

/* Test files leave no state behind, and loading the modules for each of them takes a third of the time. */
const isolate = false

export default defineConfig({
  test: {
    // One more than a small machine has cores, because tests wait for processes and databases.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'functions',
          isolate,
          include: ['{contract,src}/**/*.test.{ts,tsx}'],
          setupFiles: ['server/testing/fixed-seed.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          include: ['{server,probe,scripts,bench}/**/*.test.ts'],
          globalSetup: ['server/testing/unit-test-setup.ts'],
          setupFiles: ['server/testing/fixed-seed.ts'],
          // Only a test that hangs ends by these: a busy machine may take ten times as long as a quiet one.
          expect: { poll: { timeout: 100_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

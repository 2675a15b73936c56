import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than a small machine has cores, because tests wait for processes and databases.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'functions',
          include: ['{contract,src}/**/*.test.{ts,tsx}'],
          // They leave no state behind, and starting a process for each file takes longer than its tests.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,probe,scripts,bench}/**/*.test.ts'],
          globalSetup: ['server/testing/unit-test-setup.ts'],
          // The test's own time is the limit: one second, the default, is nothing to a busy machine.
          expect: { poll: { timeout: 25_000 } },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})

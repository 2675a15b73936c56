import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than the cores of a small machine: tests wait for processes and databases in between.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'functions',
          include: ['{contract,src}/**/*.test.{ts,tsx}'],
          // They keep nothing that another file could meet, and a process for each takes longer than they do.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,probe,scripts}/**/*.test.ts'],
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

import { configDefaults, defineConfig } from 'vitest/config'
import { LEAVES_OUT_SLOW_TESTS, SLOW_UNIT_TESTS } from './scripts/test-run/slow-tests.ts'

const exclude = [...configDefaults.exclude, ...(LEAVES_OUT_SLOW_TESTS ? SLOW_UNIT_TESTS : [])]

export default defineConfig({
  test: {
    // One more than a small machine has cores, because tests wait for processes and databases.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'functions',
          exclude,
          include: ['{contract,src}/**/*.test.{ts,tsx}'],
          // They leave no state behind, and starting a process for each file takes longer than its tests.
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          exclude,
          include: ['{server,probe,scripts,bench}/**/*.test.ts'],
          globalSetup: ['server/testing/unit-test-setup.ts'],
          // Only a test that hangs ends by these: a busy machine may take ten times as long as a quiet one.
          expect: { poll: { timeout: 100_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

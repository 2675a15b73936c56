import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,probe,src,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/unit-test-setup.ts'],
    // Its default leaves one of two cores idle.
    maxWorkers: 2,
    // The test's own time is the limit: one second, the default, is nothing to a busy machine.
    expect: { poll: { timeout: 25_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

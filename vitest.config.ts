import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,probe,src,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/unit-test-setup.ts'],
    // Its default leaves one of two cores idle.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

import { defineConfig } from 'vitest/config'

/* What takes real time: `npm run test:long`, on a machine with nothing else to do. */
export default defineConfig({
  test: {
    include: ['{contract,server,probe,src,scripts}/**/*.long.ts'],
    globalSetup: ['server/testing/unit-test-setup.ts'],
    maxWorkers: 1,
    expect: { poll: { timeout: 100_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

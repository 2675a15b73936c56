import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,probe,src,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

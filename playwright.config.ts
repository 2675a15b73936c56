import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'quick', testMatch: '**/*.test.ts' },
    // Some quick tests are part of it with an examination of their pages (AXE).
    { name: 'long', testMatch: '**/*.{test,long}.ts', grep: [/\.long\.ts/, /@axe/] },
  ],
  globalSetup: './e2e/support/postgres-of-the-run.ts',
  // Each worker has servers of its own; the tests of one file run one after the other.
  workers: 3,
  timeout: 90_000,
  // A page may open slowly on a machine that others use; nothing is waited for longer than it takes.
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
    viewport: { width: 1440, height: 900 },
    // A trace doubles the time; "--trace on" records one of a test that fails.
    trace: 'off',
    // Emptied between tests, it keeps the dashboard's files in its cache.
    reuseContext: true,
    // Halfway through a fade every colour has too little contrast, and nobody waits for the end of it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        // Chromium refuses to run as root with its sandbox.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
        // A page of a test lives for seconds, which is too short for optimised code to pay off.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})

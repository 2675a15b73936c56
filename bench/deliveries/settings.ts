import type { Receivers } from './start-receivers.ts'

export const TELEPHONY_KEY = 'the-key-of-the-benchmarks-of-enough-characters'

/** What the real server runs with. */
export function settingsOnPostgres(url: string, receivers: Receivers): Record<string, string> {
  return {
    ...receivers.settings,
    ...(process.env.PROF ? { NODE_OPTIONS: process.env.PROF } : {}),
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret for benchmarks, of enough characters',
    TELEPHONY_KEY,
    PORT: '0',
  }
}

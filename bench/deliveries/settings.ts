import type { Receivers } from './start-receivers.ts'

export const TELEPHONY_KEY = 'the-key-of-the-benchmarks-of-enough-characters'

/** Settings of the real server on a PostgreSQL. */
export function settingsOnPostgres(url: string, receivers?: Receivers): Record<string, string> {
  return {
    ...receivers?.settings,
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret for benchmarks, of enough characters',
    TELEPHONY_KEY,
    PORT: '0',
  }
}

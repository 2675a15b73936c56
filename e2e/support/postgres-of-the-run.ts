import { startPostgresWithTemplate } from '../../server/testing/postgres.ts'

const VARIABLE = 'REDIAL_TEST_POSTGRES'

/** Starts one PostgreSQL for all browser tests. Workers find it by an environment variable. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresWithTemplate()
  process.env[VARIABLE] = url
  return stop
}

/** The address of the run's PostgreSQL, without a database. */
export function postgresOfTheRun(): string {
  const url = process.env[VARIABLE]
  if (url === undefined) throw new Error('The global setup has not started PostgreSQL')
  return url
}

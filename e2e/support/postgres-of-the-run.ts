import { startPostgresWithTemplate } from '../../server/testing/postgres.ts'

const VARIABLE = 'REDIAL_TEST_POSTGRES'

/** Starts one PostgreSQL for the whole run of browser tests; the workers find it by a variable. */
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

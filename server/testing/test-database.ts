import { inject } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { copyTemplate } from './postgres.ts'

/**
 * A database with empty tables, which is removed when closed.
 *
 * With `testClock` the connections of our own pool use the job queue's test clock, like its own do. `server` is the result of
 * `startPostgresWithTemplate`, by default the PostgreSQL of all tests.
 */
export async function openTestDatabase({
  testClock = false,
  server = inject('postgresUrl'),
} = {}): Promise<Database> {
  const { url, drop } = await copyTemplate(server)
  const heeding = testClock ? '?options=-c%20pgboss.test_clock%3Don' : ''
  const database = await openDatabase({ url: `${url}${heeding}` })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

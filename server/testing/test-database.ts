import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'

/** The two databases that the service runs on; its tests run on both. */
export const DATABASES = ['embedded', 'postgres'] as const

let made = 0

/** An empty database with its tables, gone when closed. */
export async function openTestDatabase(
  kind: (typeof DATABASES)[number],
  { testClock = false } = {},
): Promise<Database> {
  return kind === 'embedded' ? openInNewFolder() : openInNewDatabase(testClock)
}

async function openInNewFolder(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-test-'))
  const database = await openDatabase({ folder })
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** With `testClock` the connections of our own pool heed the job queue's test clock, as its own do. */
async function openInNewDatabase(testClock: boolean): Promise<Database> {
  const server = inject('postgresUrl')
  const name = `test_${process.pid}_${++made}`
  await execute(server, `create database ${name}`)
  const heeding = testClock ? '?options=-c%20pgboss.test_clock%3Don' : ''
  const database = await openDatabase({ url: `${server}${name}${heeding}` })
  return {
    ...database,
    async close() {
      await database.close()
      await execute(server, `drop database ${name} with (force)`)
    },
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}postgres` })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

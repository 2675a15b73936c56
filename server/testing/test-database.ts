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
export async function openTestDatabase(kind: (typeof DATABASES)[number]): Promise<Database> {
  return kind === 'embedded' ? openInNewFolder() : openInNewDatabase()
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

async function openInNewDatabase(): Promise<Database> {
  const server = inject('postgresUrl')
  const name = `test_${process.pid}_${++made}`
  await execute(server, `create database ${name}`)
  const database = await openDatabase({ url: `${server}${name}` })
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

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { eventually } from '../testing/eventually.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { testFolder } from '../testing/test-folder.ts'
import { type Database, openDatabase, withPostgres } from './database.ts'
import { DatabaseUnusable, lockFolder } from './embedded/folder-lock.ts'
import { readPostmasterFile } from './embedded/running-postgres.ts'
import { startInProcess } from './embedded/testing/start-in-process.ts'

const database = await closedAfterAll(openTestDatabase())

describe('a database', () => {
  test('returns numbers, days and instants', async () => {
    const { rows } = await sql`
      select 7::bigint as number, '2026-11-21'::date as day,
        '2026-11-21T10:00:00+02:00'::timestamptz as instant
    `.execute(database.db)
    expect(rows).toEqual([
      { number: 7, day: '2026-11-21', instant: new Date('2026-11-21T08:00:00Z') },
    ])
  })
})

describe('a shared database', () => {
  const location = { folder: testFolder() }
  const partners = ({ db }: Database) => db.selectFrom('partner').select('reference').execute()
  const sharedPartners = () =>
    withPostgres(location, async url => {
      const database = await openDatabase({ url })
      return partners(database).finally(database.close)
    })

  test('cannot be opened until the process that holds the folder has started it', async () => {
    const unlock = lockFolder(location.folder)
    const error: unknown = await sharedPartners().catch(error => error)
    unlock()
    expect(error).toBeInstanceOf(DatabaseUnusable)
    expect(error).toMatchObject({ message: expect.stringContaining('Try again in a moment') })
  })

  test('is the database of another process that has started, with its tables', async () => {
    const redial = startInProcess(location.folder)
    const { folder } = await redial.started()
    // PostgreSQL reports that it is ready before it writes that to its file.
    await eventually(() => readPostmasterFile(folder)?.isReady === true)
    expect(await sharedPartners()).toEqual([])
    expect(await redial.end('SIGTERM')).toBe(0)
  })

  test('is the database of this process, which it leaves running', async () => {
    const database = await openDatabase(location)
    await database.db.insertInto('partner').values({ reference: 'acme', name: 'Acme' }).execute()
    expect(await sharedPartners()).toEqual([{ reference: 'acme' }])
    expect(await partners(database)).toEqual([{ reference: 'acme' }])
    await database.close()
  })

  test('is started if no process holds the folder', async () => {
    expect(await sharedPartners()).toEqual([{ reference: 'acme' }])
  })
})

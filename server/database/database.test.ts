import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import type { Database } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('both kinds answer numbers, days and instants alike', async () => {
  const { rows } = await sql`
    select 7::bigint as number, '2026-11-21'::date as day,
      '2026-11-21T10:00:00+02:00'::timestamptz as instant
  `.execute(database.db)
  expect(rows).toEqual([
    { number: 7, day: '2026-11-21', instant: new Date('2026-11-21T08:00:00Z') },
  ])
})

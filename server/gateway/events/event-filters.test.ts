import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { rowsRead } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { matchingEvents } from './event-queries.ts'
import { eventSource } from './event-source.ts'
import { copiedRow, LIST } from './testing/copied-events.ts'

const { db } = await closedAfterAll(openTestDatabase())
const OWNER = { service: 'own', account: 'acme' }
const RANGE = { list: LIST, from_date: '2026-11-21', to_date: '2026-11-22' } as const
const ROWS_AT_ONCE = 500

test('a filter by company reads only its events, and no others whose names differ in case', async () => {
  const { id } = await db
    .insertInto('event_mirror')
    .values({ ...OWNER, list: LIST })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = ['Eland', 'ELAND', ...Array(2_998).fill('Fynbos')]
  const rows = names.map((name, position) =>
    copiedRow({ id: String(position), call: { company: { name } } }, id, position),
  )
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto('listed_event')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  }
  await sql`analyze listed_event`.execute(db)
  const source = await eventSource(db, OWNER, id, RANGE, 'Africa/Johannesburg')
  const query = { criteria: { company: 'Eland' }, chosen: undefined, of: 3_000, sort: undefined }
  const read = await rowsRead(db, 'listed_event', async trx => {
    const { ids } = await matchingEvents(trx, source, { ...query, offset: 0, size: 20 })
    expect(ids).toEqual(['0'])
  })
  expect(read).toBeLessThan(10)
})

import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addRow, addRows, rowsRead } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { matchingEvents } from './event-queries.ts'
import { eventSource } from './event-source.ts'
import { eventsNamed } from './listed-event.ts'
import { type CopiedEvent, copiedRow, LIST } from './testing/copied-events.ts'

const { db } = await closedAfterAll(openTestDatabase())
const OWNER = { service: 'own', account: 'acme' }
const RANGE = { list: LIST, from_date: '2026-11-21', to_date: '2026-11-22' } as const
const ROWS_AT_ONCE = 500

const { id } = await addRow(db, 'event_mirror', { ...OWNER, list: LIST })

test('a filter by company reads only its events, and no others whose names differ in case', async () => {
  const names = ['Eland', 'ELAND', ...Array(2_998).fill('Fynbos')]
  await copyEvents(names.map((name, n) => ({ id: String(n), call: { company: { name } } })))
  await sql`analyze listed_event`.execute(db)
  const source = await eventSource(db, OWNER, id, RANGE, 'Africa/Johannesburg')
  const query = {
    criteria: { company: 'Eland' },
    state: 'all' as const,
    of: 3_000,
    sort: undefined,
  }
  const read = await rowsRead(db, 'listed_event', async trx => {
    // PostgreSQL counts what one transaction reads.
    const rows = async <Row>(read: RawBuilder<Row>) => (await read.execute(trx)).rows
    const { ids } = await matchingEvents({ ...source, rows }, { ...query, offset: 0, size: 20 })
    expect(ids).toEqual(['0'])
  })
  expect(read).toBeLessThan(10)
})

describe('days that were copied after the last statistics', () => {
  const NEW_RANGE = { list: LIST, from_date: '2026-11-22', to_date: '2026-11-23' } as const
  const ids = Array.from({ length: 1_001 }, (_, n) => `new ${n}`)

  beforeAll(async () => {
    await copyEvents(ids.map(id => ({ id, day: NEW_RANGE.from_date })))
    await addRows(
      db,
      'event_state',
      ...ids
        .slice(0, 300)
        .map(event_id => ({ ...OWNER, list: RANGE.list, event_id, delivered_at: new Date() })),
    )
  })

  test('the rows of a page are read without the other events of its days', async () => {
    const page = { ids: ids.slice(0, 20), ordinals: Array(20).fill(1) }
    const source = await eventSource(db, OWNER, id, NEW_RANGE, 'UTC')
    const read = await rowsRead(db, 'listed_event', async trx => {
      expect(await eventsNamed({ ...source, db: trx }, page)).toHaveLength(20)
    })
    expect(read).toBeLessThan(50)
  })

  test('a query does not compare each of its events with each row of another table', async () => {
    const source = await eventSource(db, OWNER, id, NEW_RANGE, 'UTC')
    const plan = await source.rows(sql`
      explain with event as materialized (select facet from ${source.from({})} where ${source.isInRange}),
        facet as materialized (select distinct facet from event)
      select from event join facet using (facet)
    `)
    expect(JSON.stringify(plan)).not.toContain('Nested Loop')
  })
})

async function copyEvents(events: CopiedEvent[]): Promise<void> {
  const rows = events.map((event, position) => copiedRow(event, id, position))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await addRows(db, 'listed_event', ...rows.slice(at, at + ROWS_AT_ONCE))
  }
}

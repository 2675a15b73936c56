import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { addWaitingDelivery } from '../testing/add-waiting-delivery.ts'
import { openTestDatabase } from '../testing/test-database.ts'

/** The statements of the guide, in their order there. */
const [skipIds = '', prune = ''] = [
  ...readFileSync('docs/operations.md', 'utf8').matchAll(/```sql\n(.*?)```/gs),
].map(([, statements]) => statements)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const run = (statements: string) =>
  database.db.connection().execute(async db => {
    for (const statement of statements.split(';')) {
      if (statement.trim() !== '') await sql.raw(statement).execute(db)
    }
  })

test('the guide skips ids after a restore, and prunes only deliveries that ended long ago', async () => {
  const { db } = database
  await addWaitingDelivery(database, { callback_url: 'https://example.com/', payload: '{}' })
  const first = await db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow()
  await run(skipIds)
  const { id: _, ...same } = first
  const day = 24 * 60 * 60 * 1_000
  const others = await db
    .insertInto('delivery')
    .values(
      [1, 100].map(days => ({
        ...same,
        event: days === 1 ? ('data_event' as const) : ('missed_call_saver' as const),
        state: 'delivered' as const,
        settled_at: new Date(Date.now() - days * day),
      })),
    )
    .returning('id')
    .execute()
  const ids = others.map(({ id }) => id)
  expect(Math.min(...ids)).toBeGreaterThan(first.id + 1_000_000)
  await db
    .insertInto('delivery_attempt')
    .values(ids.map(delivery_id => ({ delivery_id, number: 1, at: new Date(), duration_ms: 1 })))
    .execute()
  await run(prune)
  const left = await db.selectFrom('delivery').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual([first.id, ids[0]])
  expect(await db.selectFrom('delivery_attempt').select('delivery_id').execute()).toEqual([
    { delivery_id: ids[0] },
  ])
})

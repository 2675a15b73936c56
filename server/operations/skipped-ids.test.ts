import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addWaitingDelivery } from '../testing/add-waiting-delivery.ts'
import { addRow } from '../testing/rows.ts'
import { openTestDatabase } from '../testing/test-database.ts'

const [, skipIds = ''] = /```sql\n(.*?)```/s.exec(readFileSync('docs/backup.md', 'utf8')) ?? []

test('the guide skips the ids that were given out after a backup', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const { db } = database
  await addWaitingDelivery(database)
  const first = await db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow()
  await sql.raw(skipIds).execute(db)
  const { id: _, ...same } = first
  const { id } = await addRow(db, 'delivery', { ...same, event: 'data_event' })
  expect(id).toBeGreaterThan(first.id + 1_000_000)
})

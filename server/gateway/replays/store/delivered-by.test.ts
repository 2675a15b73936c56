import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../../../testing/closed-after-each.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { storedItems } from '../testing/stored-items.ts'
import { deliveredBy } from './run-counts.ts'

const database = await closedAfterAll(openTestDatabase())
const { db } = database
const { addOne, runOf } = storedItems(database)

test('a draft names who has delivered its events, if they are of the account', async () => {
  const delivered = await addOne('finished', 'delivered')
  const draft = await addOne('ready', 'prepared')
  const people = async () => deliveredBy(db, await runOf(draft.runId))
  expect(await people()).toEqual([])
  await sql`
    update replay_item set event_id = other.event_id from replay_item other
    where replay_item.id = ${draft.itemId} and other.id = ${delivered.itemId}
  `.execute(db)
  expect(await people()).toEqual(['Thandi'])
  await sql`update replay_run set account = 'other' where id = ${delivered.runId}`.execute(db)
  expect(await people()).toEqual([null])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { OWN_SERVICE } from '../../../database/schema.ts'
import { removeFromCopies } from './remove-from-copies.ts'
import { copiesOfFile, itemsDownFrom, PAST } from './testing/start-copies.ts'

const copies = await copiesOfFile()
const { db } = copies.database

/** The ids of an account's copied events, and whether the day is never read again. */
async function copied(account: string) {
  const { rows } = await sql<{ ids: string[]; is_final: boolean }>`
    select array(
      select event_id from listed_event where mirror_id = event_mirror.id order by event_id
    ) as ids, is_final
    from event_mirror join event_mirror_day on mirror_id = id
    where account = ${account} and day = ${PAST.from_date}
  `.execute(db)
  return rows
}

test('an event that a late 200 takes off our own lists leaves all copies, also those of final days', async () => {
  copies.upstream.items = itemsDownFrom(3)
  const reader = copies.process()
  for (const account of ['one', 'other', 'foreign'])
    await copies.readAll(reader, copies.caller(account), PAST)
  await reader.stop()
  await sql`
    update event_mirror set service = ${OWN_SERVICE} where account <> 'foreign'
  `.execute(db)
  expect(await copied('one')).toEqual([{ ids: ['1', '2', '3'], is_final: true }])

  await db.transaction().execute(trx => removeFromCopies(trx, [2, 99]))
  for (const account of ['one', 'other'])
    expect(await copied(account)).toEqual([{ ids: ['1', '3'], is_final: false }])
  expect(await copied('foreign')).toEqual([{ ids: ['1', '2', '3'], is_final: true }])
})

import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { payloadDigest } from '../database/payload-digest.ts'
import { type EventKey, rebuildEventStates } from '../database/rebuild-event-states.ts'
import { OWN_SERVICE, type Schema } from '../database/schema.ts'
import { inBatches, type Removal } from './retention.ts'

/**
 * Retires replay runs that finished before `before`: they are no longer listed, and only their
 * delivered items stay, without payloads. So Redial still knows which events replays have delivered.
 */
export async function removeOldReplays(removal: Removal, before: Date): Promise<number> {
  const { db } = removal
  await sql`
    update replay_run run set retired = 'emptying', final_counts = null
    where finished_at < ${before} and retired is null and open_items = 0
  `.execute(db)
  const runs = await db
    .selectFrom('replay_run')
    .select(['id', 'service', 'account'])
    .where('retired', '=', 'emptying')
    .orderBy('finished_at')
    .execute()
  for (const run of runs) {
    await emptyRun(removal, run)
    await setEmptied(db, run.id)
  }
  return runs.length
}

type Run = Pick<Selectable<Schema['replay_run']>, 'id' | 'service' | 'account'>

type Item = Pick<Selectable<Schema['replay_item']>, 'event_id' | 'list' | 'state'>

/** Deletes a part of the run's items at a time, and with them their failures in the states of events. */
async function emptyRun(removal: Removal, run: Run): Promise<void> {
  const { db, batchSize } = removal
  const { id, service, account } = run
  let after: { event_id: string; list: string } = { event_id: '', list: '' }
  const emptyPart = async (trx: Transaction<Schema>) => {
    const { rows } = await sql<Item>`
      with looked_at as (
        select id, event_id, list, state from replay_item
        where run_id = ${id} and (event_id, list) > (${after.event_id}, ${after.list})
        order by event_id, list limit ${batchSize}
      ), attempts as (
        delete from replay_attempt where item_id in (select id from looked_at)
      ), gone as (
        delete from replay_item using looked_at
        where replay_item.id = looked_at.id and looked_at.state <> 'delivered'
      ), emptied as (
        update replay_item set payload = ${payloadDigest(sql.ref('replay_item.payload'))},
          company = null
        from looked_at
        where replay_item.id = looked_at.id and looked_at.state = 'delivered'
          and not starts_with(payload, 'sha256:')
      )
      select event_id, list, state from looked_at order by event_id, list
    `.execute(trx)
    const failed = rows.filter(({ state }) => state === 'failed_again')
    await rebuildEventStates(
      trx,
      failed.map(({ list, event_id }) => ({ service, account, list, event_id })),
    )
    after = rows.at(-1) ?? after
    return { removed: 0, isLast: rows.length === 0 }
  }
  await inBatches(removal, () => db.transaction().execute(emptyPart))
}

/** Also deletes runs without remaining items. */
async function setEmptied(db: Kysely<Schema>, runId: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    delete from replay_run
    where id = ${runId} and not exists (select from replay_item where run_id = ${runId})
  `.execute(db)
  if (numAffectedRows > 0n) return
  await sql`
    update replay_run set retired = 'emptied', stored_bytes = 0, final_counts = (
      select jsonb_object_agg(state, count) from (
        select state, count(*) from replay_item where run_id = ${runId} group by state
      ) as counted
    ) where id = ${runId}
  `.execute(db)
}

/** How many retired runs one statement handles. */
const MAX_RUNS_OF_BATCH = 100

/**
 * Forgets what replays have delivered, and people have marked as handled, of failed events that our
 * own service no longer lists. What another service lists is not known, so that is never forgotten.
 */
export async function forgetUnlistedEvents(removal: Removal): Promise<void> {
  const { db } = removal
  let after = '00000000-0000-0000-0000-000000000000'
  await inBatches(removal, async () => {
    const runs = await db
      .selectFrom('replay_run')
      .select('id')
      .where('service', '=', OWN_SERVICE)
      .where('retired', '=', 'emptied')
      .where('id', '>', after)
      .orderBy('id')
      .limit(MAX_RUNS_OF_BATCH)
      .execute()
    const ids = runs.map(({ id }) => id)
    await sql`
      delete from replay_item where run_id = any(${ids}::uuid[]) and ${isUnlisted('replay_item')}
    `.execute(db)
    for (const id of ids) await setEmptied(db, id)
    after = ids.at(-1) ?? after
    return { removed: 0, isLast: ids.length < MAX_RUNS_OF_BATCH }
  })
  await forgetUnlistedStates(removal)
}

/** States that runs which are not retired are about stay until these are. */
async function forgetUnlistedStates(removal: Removal): Promise<void> {
  const { db, batchSize } = removal
  let after = { account: '', list: '', event_id: '' }
  const forgetPart = async (trx: Transaction<Schema>) => {
    const { rows } = await sql<EventKey & { is_unlisted: boolean }>`
      select service, account, list, event_id, ${isUnlisted('event_state')} as is_unlisted
      from event_state
      where service = ${OWN_SERVICE}
        and (account, list, event_id) > (${after.account}, ${after.list}, ${after.event_id})
      order by account, list, event_id limit ${batchSize}
    `.execute(trx)
    const unlisted = rows.filter(({ is_unlisted }) => is_unlisted)
    await rebuildEventStates(trx, unlisted, { keepsMarks: false })
    after = rows.at(-1) ?? after
    return { removed: 0, isLast: rows.length < batchSize }
  }
  await inBatches(removal, () => db.transaction().execute(forgetPart))
}

/** Our own service's ids are numbers. */
function isUnlisted(table: 'replay_item' | 'event_state') {
  const eventId = sql.ref(`${table}.event_id`)
  return sql<boolean>`not exists (
    select from failed_event
    where id = case when ${eventId} ~ '^[0-9]{1,18}$' then ${eventId}::bigint end
  )`
}

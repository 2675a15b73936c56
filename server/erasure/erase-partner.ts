import { type Kysely, sql } from 'kysely'
import { OWN_SERVICE, type Schema } from '../database/schema.ts'
import { removeDays, removeDeliveries } from '../retention/remove-old-data.ts'
import {
  deleteInBatches,
  deleteWhere,
  type Removal,
  removeFromParts,
} from '../retention/retention.ts'
import { removeRecord } from '../service/administration/records.ts'
import { PARTNERS } from '../service/administration/resources.ts'
import { removeTrackingNumbers } from '../service/telephony/tracking-number-repository.ts'
import { accountOfPartner } from '../webhooks/store/delivery-repository.ts'

type Partner = { id: number; reference: string; removed_at: Date | null }

/** @returns the partner with this very reference, and the removed ones that had it before */
export async function findPartners(
  db: Kysely<Schema>,
  reference: string,
): Promise<{ partner: Partner | undefined; removed: Partner[] }> {
  const rows = await db
    .selectFrom('partner')
    .select(['id', 'reference', 'removed_at'])
    .where(sql<boolean>`reference in (${reference}, ${reference} || ' (removed ' || id || ')')`)
    .orderBy('id')
    .execute()
  return {
    partner: rows.find(row => row.reference === reference),
    removed: rows.filter(row => row.reference !== reference),
  }
}

/**
 * Erases a partner with everything that belongs to it. First it is removed, so that nothing new is
 * added. It may be repeated after an interruption.
 *
 * @returns how many of each kind it had
 */
export async function erasePartner(removal: Removal, { id, removed_at }: Partner) {
  const { db } = removal
  const owner = { service: OWN_SERVICE, account: accountOfPartner(id) }
  await db.transaction().execute(async trx => {
    await removeTrackingNumbers(trx, { partner_id: id })
    if (removed_at === null) await removeRecord(trx, PARTNERS, id, true)
    await sql`
      update replay_run set state = 'cancelled'
      where service = ${owner.service} and account = ${owner.account}
        and state in ('reading', 'interrupted', 'ready', 'running', 'paused')
    `.execute(trx)
  })
  const replays = await eraseRuns(removal, owner)
  await eraseCopies(removal, owner)
  const activity = await eraseRest(removal, owner)
  const failed_events = await removeDays(removal, sql`partner_id = ${id}`)
  // No index finds them by their tracking number.
  const isOfPartner = sql`
    tracking_number_id in (select id from tracking_number where partner_id = ${id})
  `
  const deliveries = await removeDeliveries(removal, isOfPartner)
  const calls = await removeFromParts(
    removal,
    'tracked_call',
    isInPart => sql`delete from tracked_call where ${isInPart} and ${isOfPartner} returning id`,
  )
  await eraseJobs(removal, id)
  const rest = await db.transaction().execute(async trx => {
    const tokens = await trx.deleteFrom('api_token').where('partner_id', '=', id).execute()
    const numbers = await trx.deleteFrom('tracking_number').where('partner_id', '=', id).execute()
    await trx.deleteFrom('failed_event_day').where('partner_id', '=', id).execute()
    await trx.deleteFrom('partner').where('id', '=', id).execute()
    const countOf = (results: { numDeletedRows: bigint }[]) => Number(results[0]?.numDeletedRows)
    return { tokens: countOf(tokens), tracking_numbers: countOf(numbers) }
  })
  return { ...rest, calls, deliveries, failed_events, replays, activity }
}

type Owner = { service: string; account: string }

async function eraseRuns(removal: Removal, { service, account }: Owner): Promise<number> {
  const { db, batchSize } = removal
  const runs = await db
    .selectFrom('replay_run')
    .select('id')
    .where('service', '=', service)
    .where('account', '=', account)
    .execute()
  for (const { id } of runs) {
    await deleteInBatches(
      removal,
      sql`
        with part as (
          select id from replay_item where run_id = ${id} limit ${batchSize}
        ), attempts as (
          delete from replay_attempt where item_id in (select id from part)
        )
        delete from replay_item where id in (select id from part)
      `,
    )
    await db.deleteFrom('replay_run').where('id', '=', id).execute()
  }
  return runs.length
}

/** Deletes the events in the gateway's copies of an account's lists. */
export async function eraseCopies(removal: Removal, { service, account }: Owner): Promise<void> {
  const isOfAccount = sql`mirror_id in (
    select id from event_mirror where service = ${service} and account = ${account}
  )`
  await deleteWhere(removal, 'listed_event', isOfAccount)
}

/**
 * Deletes from all tables with rows of accounts. A process that reads a list loses its lease with the row of its copy,
 * and stores nothing more.
 *
 * @returns how many entries of the activity log there were
 */
async function eraseRest(removal: Removal, { service, account }: Owner): Promise<number> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('service', 'account')
    group by table_name having count(*) = 2
  `.execute(removal.db)
  let entries = 0
  for (const { name } of tables) {
    const isOfAccount = sql`service = ${service} and account = ${account}`
    const rows = await deleteWhere(removal, name, isOfAccount)
    if (name === 'activity') entries = rows
  }
  return entries
}

/**
 * Erases what the job queue knows: the account and the hosts of receivers. An attempt in flight finds
 * nothing to record. By SQL, because pg-boss doesn't find jobs by their account.
 */
async function eraseJobs(removal: Removal, partnerId: number): Promise<void> {
  const { db, batchSize } = removal
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('job_queue.job') is not null as exists
  `.execute(db)
  if (!rows[0]?.exists) return
  await deleteInBatches(
    removal,
    sql`
      delete from job_queue.job where (name, id) in (
        select name, id from job_queue.job
        where (name in ('delivery', 'delivery-retry') and group_tier = ${String(partnerId)})
          or (name = 'replay-attempt' and group_tier = ${accountOfPartner(partnerId)})
        limit ${batchSize}
      )
    `,
  )
}

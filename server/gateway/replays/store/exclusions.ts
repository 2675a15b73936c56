import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type Exclusion, TOO_OFTEN } from '../../../../contract/replay.ts'
import { payloadDigest } from '../../../database/payload-digest.ts'
import type { Schema } from '../../../database/schema.ts'
import type { StoredRun } from './locks.ts'

/*
 * Why a run does not send an event: another run is sending it to the same receiver or has delivered it,
 * or a person has marked it as handled (docs/decisions/0038). This changes at any time, so every request
 * looks it up again.
 */

/** The alias of the item's table in the statement around a fragment. */
type ItemTable = 'item' | 'replay_item'

/**
 * Whether `other` is being sent, or will be: of two runs with an event, the one that was started first sends it. A
 * paused run or receiver blocks no event, because its waiting items are checked again when it continues.
 */
function inFlight(item: ItemTable): RawBuilder<boolean> {
  return sql<boolean>`(other.state = 'sending' or (
    other_run.state = 'running'
    and (other.state = 'queued' or (other.state = 'prepared' and (other_run.started_at, other_run.id) < (
      select coalesce(own.started_at, 'infinity'), own.id
      from replay_run own where own.id = ${sql.ref(`${item}.run_id`)}
    )))
    and not exists (
      select from replay_receiver receiver
      where receiver.run_id = other.run_id and receiver.receiver_name = other.receiver_name
        and receiver.pause is not null
    )
  ))`
}

/** For an `item`. */
export const IN_FLIGHT = inFlight('item')

/** Whether a row of a table is about the event of an item. */
export function hasEventOf(table: string, item: ItemTable): RawBuilder<unknown> {
  const columns = (of: string) =>
    sql.join(['service', 'list', 'event_id'].map(one => sql.ref(`${of}.${one}`)))
  return sql`(${columns(table)}) = (${columns(item)})`
}

export const DELIVERED = sql`other.state = 'delivered'`

/**
 * What follows "from": `other` is an item of `other_run`, of the same event and to the same receiver,
 * and in a run of another account with the same payload too.
 *
 * @param account whose run the item is in
 * @param which further conditions
 */
export function otherReplays(
  item: ItemTable,
  account: string,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${item}.${name}`)
  return sql`
    replay_item other join replay_run other_run on other_run.id = other.run_id
    where ${hasEventOf('other', item)} and other.run_id <> ${column('run_id')}
      and other.receiver_url = ${column('receiver_url')}
      and ${which}
      -- The id "content-…" means that the payload is the same, however it is written (decision 23).
      and (other_run.account = ${account} or starts_with(${column('event_id')}, 'content-')
        or other.payload = ${column('payload')}
        or (other_run.retired is not null and other.payload = ${payloadDigest(column('payload'))}))
  `
}

/** What follows "from": the mark of an item's event by a person of the account, as `handled`. */
export function markOf(item: ItemTable, account: string): RawBuilder<unknown> {
  return sql`
    event_state handled
    where handled.handled_at is not null and ${hasEventOf('handled', item)} and handled.account = ${account}
  `
}

/** A query that counts the replays by an account that have sent the event of an item. */
export function replaysOf(
  item: ItemTable,
  account: string | RawBuilder<string>,
): RawBuilder<number> {
  return sql<number>`
    select count(*) from replay_item earlier join replay_run earlier_run on earlier_run.id = earlier.run_id
    where ${hasEventOf('earlier', item)} and earlier.state in ('delivered', 'failed_again')
      and earlier_run.account = ${account}
  `
}

/** Whether an item failed in so many other runs of the account that a run leaves it out. */
export function hasFailedOften(item: ItemTable, account: string): RawBuilder<boolean> {
  return sql<boolean>`${TOO_OFTEN} <= (
    select count(*) from replay_item other join replay_run other_run on other_run.id = other.run_id
    where ${hasEventOf('other', item)} and other.run_id <> ${sql.ref(`${item}.run_id`)}
      and other.state = 'failed_again' and other_run.account = ${account}
  )`
}

/** Why a run leaves such an item out. */
export const FAILED_OFTEN = `Failed in ${TOO_OFTEN} replays already.`

/** What follows "from": an `Exclusion` of an item of the account's; no row if a start would send it. */
export function exclusionOf(item: ItemTable, account: string): RawBuilder<unknown> {
  const isInFlight = inFlight(item)
  return sql`(
    select case when bool_or(${isInFlight}) then 'being_sent' else 'already_delivered' end as why,
      case when not bool_or(${isInFlight}) then max(other.settled_at) end as at, null as who,
      1 as precedence
    from ${otherReplays(item, account, sql`(${isInFlight} or ${DELIVERED})`)}
    having count(*) > 0
    union all
    select 'handled', handled.handled_at, handled.handled_by, 2 from ${markOf(item, account)}
    union all
    select 'failed_often', null, null, 3 where ${hasFailedOften(item, account)}
    order by precedence limit 1
  ) exclusion`
}

export function whyExcluded(item: ItemTable, account: string) {
  return sql<Exclusion['why'] | null>`(select why from ${exclusionOf(item, account)})`
}

/** Items of a ready run that were delivered or handled or failed too often, and that nobody is sending. */
export async function needlessItems(
  trx: Transaction<Schema>,
  { id, account }: StoredRun,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select item.id from replay_item item
    where item.run_id = ${id} and item.state = 'prepared' and ${whyExcluded('item', account)} <> 'being_sent'
    limit ${limit}
  `.execute(trx)
  return rows.map(row => row.id)
}

/** How the reason begins if a replay of another account has delivered the event. */
export const DELIVERED_BY_OTHERS = 'Delivered already by a replay of another account'

/**
 * SQL for the reason why `other` excludes an item. It names the person who started `other_run` only
 * within the same account.
 */
export function replayReason({ account }: StoredRun, timeZone: string): RawBuilder<string> {
  return sql<string>`
    case when ${DELIVERED} then 'Delivered' else 'Being sent' end || ' already by a replay'
      || case when other_run.account <> ${account} then ' of another account'
        when other_run.who is null then ''
        else ' of ' || other_run.who end
      || ', started on ' || ${timeText('other_run.started_at', timeZone)} || '.'
  `
}

/** SQL for the reason why a mark, `handled`, excludes an item. */
export function handledReason(timeZone: string): RawBuilder<string> {
  return sql<string>`
    'Marked as handled' || coalesce(' by ' || handled.handled_by, '')
      || ' on ' || ${timeText('handled.handled_at', timeZone)} || '.'
  `
}

function timeText(column: string, timeZone: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone ${timeZone}, 'FMDD FMMonth YYYY "at" HH24:MI')`
}

/** Describes a replay of the event of a single replay that the person had not seen; null if there is none. */
export async function unseenReplay(
  trx: Transaction<Schema>,
  run: StoredRun,
  seenRunId: string | null | undefined,
  timeZone: string,
): Promise<string | null> {
  const seenAt = sql`(select started_at from replay_run seen where seen.id = ${seenRunId ?? null}::uuid)`
  const isUnseen = sql`(${IN_FLIGHT} or (
    ${seenRunId !== undefined} and ${DELIVERED}
      and other_run.started_at > coalesce(${seenAt}, '-infinity')
  ))`
  return reasonFor(
    trx,
    run,
    sql`select ${replayReason(run, timeZone)} as reason
      from ${otherReplays('item', run.account, isUnseen)} order by other.id desc limit 1`,
  )
}

/** Describes who marked that event as handled; null if nobody did or a replay has delivered it. */
export async function unseenMark(
  trx: Transaction<Schema>,
  run: StoredRun,
  timeZone: string,
): Promise<string | null> {
  return reasonFor(
    trx,
    run,
    sql`select ${handledReason(timeZone)} as reason from ${markOf('item', run.account)}
      and not exists (select from ${otherReplays('item', run.account, DELIVERED)})`,
  )
}

async function reasonFor(
  trx: Transaction<Schema>,
  run: StoredRun,
  reasons: RawBuilder<unknown>,
): Promise<string | null> {
  const { rows } = await sql<{ reason: string }>`
    select reasons.reason from replay_item item cross join lateral (${reasons}) as reasons
    where item.run_id = ${run.id} and item.state = 'prepared'
    limit 1
  `.execute(trx)
  return rows[0]?.reason ?? null
}

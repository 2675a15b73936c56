import { type RawBuilder, sql } from 'kysely'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Account } from '../session/caller.ts'

/**
 * What became of some failed events of a list, as a table in parentheses: what follows "from" or "join", before
 * its alias. It has a row for each event that has a state (docs/decisions/0048):
 *
 * - `event_id` text
 * - `state` text, an `EventStateName`
 * - `state_at` timestamptz, null while a replay is sending the event
 * - `state_who` text, null if that person gave no name or a replay is sending the event
 * - `failure` jsonb with `status`, `error` and `cause` of the newest failed replay; null if there is none, or
 *   if nothing but its result could be recorded
 * - `failed_again_at` timestamptz, when that replay failed
 * - `failure_cause` text and `failure_status` integer, which are its `failureSummary` and its status
 */
export function statesAmong(
  ids: string[],
  list: FailedEventList,
  { service, account }: Account,
): RawBuilder<unknown> {
  return sql`(
    select event_id,
      case when is_sending then 'sending' when delivered_at is not null then 'delivered'
        when handled_at is not null then 'handled' else 'failed_again' end as state,
      case when is_sending then null else coalesce(delivered_at, handled_at, failed_again_at) end as state_at,
      case when is_sending then null when delivered_at is not null then delivered_by
        when handled_at is not null then handled_by else failed_again_by end as state_who,
      failure, failed_again_at, cause as failure_cause, status as failure_status
    from (
      select * from event_state
      where service = ${service} and account = ${account} and list = ${list} and event_id = any(${ids}::text[])
    ) stored full join (
      select distinct item.event_id, true as is_sending
      from ${itemsOf(ids, list, service)} join replay_run run on run.id = item.run_id
      where ${isOpen(list, { service, account })} and ${IS_SENT}
    ) in_flight using (event_id)
  )`
}

/**
 * A row for each event of a query that has a stored state, with `event_id`, `own`, which is the state filter that
 * lists it, and `cause` and `status` of the newest failed replay as texts. An event that is being sent is missing,
 * whatever became of it before, so only events in other states are looked up in the replays.
 */
export function ownStatesAmong(
  among: RawBuilder<unknown>,
  list: FailedEventList,
  { service, account }: Account,
): RawBuilder<unknown> {
  const open = isOpen(list, { service, account })
  return sql`(
    select event_id, case when delivered_at is null and handled_at is null
        or (select exists (select from replay_run run where ${open})) and exists (
          select from replay_item item join replay_run run on run.id = item.run_id
          where item.service = ${service} and item.list = ${list} and item.event_id = stored.event_id
            and ${open} and ${IS_SENT}
        ) then 'missing' when delivered_at is not null then 'delivered' else 'handled' end as own,
      cause, case when failure is not null then coalesce(status::text, 'No answer') end as status
    from event_state stored join (${among}) event (event_id) using (event_id)
    where service = ${service} and account = ${account} and list = ${list}
  )`
}

/** Only runs with open items have items that wait or are being sent. At a paused receiver they may wait for long. */
function isOpen(list: FailedEventList, { service, account }: Account): RawBuilder<boolean> {
  return sql`run.service = ${service} and run.account = ${account}
    and (run.list = ${list} or run.list is null) and run.started_at is not null and run.open_items > 0`
}

/** Whether the item of an open run is being sent. */
const IS_SENT = sql<boolean>`(item.state = 'sending' or item.state = 'queued' and run.state <> 'running'
  or item.state in ('prepared', 'queued') and run.state = 'running' and not exists (
    select from replay_receiver receiver
    where receiver.run_id = run.id and receiver.receiver_name = item.receiver_name
      and receiver.pause is not null
  ))`

/**
 * The open items of a few events, as "item". Without "offset 0", PostgreSQL reads all items of a new run until it has
 * statistics about them.
 */
function itemsOf(ids: string[], list: FailedEventList, service: string): RawBuilder<unknown> {
  return sql`unnest(${ids}::text[]) meant (event_id) cross join lateral (
      select event_id, run_id, receiver_name, state from replay_item
      where service = ${service} and list = ${list} and event_id = meant.event_id
        and state in ('prepared', 'queued', 'sending')
      offset 0
    ) item`
}

/** Which of a few events a standing order sends when their receiver recovers. Has only the column `event_id`. */
export function waitingAmong(
  ids: string[],
  list: FailedEventList,
  { service, account }: Account,
): RawBuilder<unknown> {
  return sql`(
    select distinct item.event_id
    from ${itemsOf(ids, list, service)}
    join standing_order using (run_id, receiver_name) join replay_run run on run.id = run_id
    where item.state <> 'sending' and ended is null
      and run.service = ${service} and run.account = ${account} and run.state = 'running'
  )`
}

/**
 * The events of a list in running replays that are not sent yet, as a table with `event_id` and `run_id`. Of several
 * replays of an event, the one with a standing order counts, otherwise the newest.
 */
export function plannedReplays(list: FailedEventList, owner: Account): RawBuilder<unknown> {
  return sql`(
    select distinct on (item.event_id) item.event_id, item.run_id
    from replay_item item left join standing_order made
      on made.run_id = item.run_id and made.receiver_name = item.receiver_name and ended is null
    -- Not a join, which would read the items of all replays if it has to be by hash.
    where item.run_id = any(array(
        select id from replay_run run where ${isOpen(list, owner)} and run.state = 'running'
      ))
      and item.list = ${list} and item.state in ('prepared', 'queued', 'sending')
    order by item.event_id, made.run_id is null, item.id desc
  )`
}

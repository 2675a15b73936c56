import { type RawBuilder, sql } from 'kysely'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Owner } from '../session/caller.ts'

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
 * - `failure_cause` text and `failure_status` integer, which are its `failureSummary` and its status
 *
 * @param among the ids of a few events, or a query of the ids of many, such as "select event_id from listed_event where …".
 *   A condition around this table would not reach its parts: PostgreSQL would read all states of the list.
 */
export function statesAmong(
  among: string[] | RawBuilder<unknown>,
  list: FailedEventList,
  { service, account }: Pick<Owner, 'service' | 'account'>,
): RawBuilder<unknown> {
  const isFew = Array.isArray(among)
  const ids = isFew ? sql`select unnest(${among}::text[])` : among
  // Only runs with open items have items that wait or are being sent. At a paused receiver they may wait for long.
  const items = isFew
    ? sql`${itemsOf(among, list, service)} join replay_run run on run.id = item.run_id`
    : sql`replay_run run join replay_item item on item.run_id = run.id and item.service = ${service}
        and item.list = ${list} and item.event_id in (${ids})`
  return sql`(
    select event_id,
      case when is_sending then 'sending' when delivered_at is not null then 'delivered'
        when handled_at is not null then 'handled' else 'failed_again' end as state,
      case when is_sending then null else coalesce(delivered_at, handled_at, failed_again_at) end as state_at,
      case when is_sending then null when delivered_at is not null then delivered_by
        when handled_at is not null then handled_by else failed_again_by end as state_who,
      failure, cause as failure_cause, status as failure_status
    from (
      select * from event_state
      where service = ${service} and account = ${account} and list = ${list} and event_id in (${ids})
    ) stored full join (
      select distinct item.event_id, true as is_sending
      from ${items}
      where run.service = ${service} and run.account = ${account}
        and (run.list = ${list} or run.list is null)
        and run.started_at is not null and run.open_items > 0
        and (item.state = 'sending' or item.state = 'queued' and run.state <> 'running'
          or item.state in ('prepared', 'queued') and run.state = 'running' and not exists (
            select from replay_receiver receiver
            where receiver.run_id = run.id and receiver.receiver_name = item.receiver_name
              and receiver.pause is not null
          ))
    ) in_flight using (event_id)
  )`
}

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

/** Those of a few events that a standing order sends when their receiver recovers. Has only the column `event_id`. */
export function waitingAmong(
  ids: string[],
  list: FailedEventList,
  { service, account }: Pick<Owner, 'service' | 'account'>,
): RawBuilder<unknown> {
  return sql`(
    select distinct item.event_id
    from ${itemsOf(ids, list, service)}
    join standing_order using (run_id, receiver_name) join replay_run run on run.id = run_id
    where item.state <> 'sending' and ended is null
      and run.service = ${service} and run.account = ${account} and run.state = 'running'
  )`
}

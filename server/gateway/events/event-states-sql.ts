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
 * @param among a query of the ids of the events that are meant, such as "select event_id from listed_event where …".
 *   A condition around this table would not reach its parts: PostgreSQL would read all states of the list.
 */
export function statesAmong(
  among: RawBuilder<unknown>,
  list: FailedEventList,
  { service, account }: Pick<Owner, 'service' | 'account'>,
): RawBuilder<unknown> {
  // Only runs with open items have items that wait or are being sent. At a paused receiver they may wait for long.
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
      where service = ${service} and account = ${account} and list = ${list}
        and event_id in (${among})
    ) stored full join (
      select distinct item.event_id, true as is_sending
      from replay_run run join replay_item item on item.run_id = run.id
      where run.service = ${service} and run.account = ${account}
        and (run.list = ${list} or run.list is null)
        and run.started_at is not null and run.open_items > 0
        and item.service = ${service} and item.list = ${list}
        and (item.state = 'sending' or item.state = 'queued' and run.state <> 'running'
          or item.state in ('prepared', 'queued') and run.state = 'running' and not exists (
            select from replay_receiver receiver
            where receiver.run_id = run.id and receiver.receiver_name = item.receiver_name
              and receiver.pause is not null
          ))
        and event_id in (${among})
    ) in_flight using (event_id)
  )`
}

/** The events of `among` that a standing order sends when their receiver recovers. Has only the column `event_id`. */
export function waitingAmong(
  among: RawBuilder<unknown>,
  list: FailedEventList,
  { service, account }: Pick<Owner, 'service' | 'account'>,
): RawBuilder<unknown> {
  // Without "offset 0", PostgreSQL reads all items for each order until it has statistics about a new run.
  return sql`(
    select distinct event_id
    from (${among}) meant (event_id) cross join lateral (
      select run_id, receiver_name from replay_item item
      where item.service = ${service} and item.list = ${list} and item.event_id = meant.event_id
        and item.state in ('prepared', 'queued')
      offset 0
    ) item join standing_order using (run_id, receiver_name) join replay_run run on run.id = run_id
    where ended is null and run.service = ${service} and run.account = ${account} and run.state = 'running'
  )`
}

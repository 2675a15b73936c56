import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { EventState, EventStateName } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Owner } from '../../session/caller.ts'

type Row = Omit<EventState, 'at'> & { at: Date | null }

/**
 * What the account has done about these events. An event has the first of these states that applies: a
 * replay is sending it, has delivered it, a person has marked it, or a replay has failed. So once
 * delivered, it stays delivered, even if it was sent again since and failed.
 */
export async function eventStates(
  db: Kysely<Schema>,
  list: FailedEventList,
  eventIds: string[],
  { service, account }: Owner,
  timeZone: string,
): Promise<EventState[]> {
  const { rows } = await sql<Row>`
    with fact as (
      select item.event_id, item.id as item_id, run.who, item.settled_at as at,
        case when item.state = 'queued' then 'sending' else item.state end as state
      from replay_item item join replay_run run on run.id = item.run_id
      where item.service = ${service} and item.list = ${list}
        and item.event_id = any(${eventIds}::text[])
        and run.account = ${account} and run.started_at is not null
      union all
      select event_id, null, who, at, 'handled' from handled_event
      where service = ${service} and account = ${account} and list = ${list}
        and event_id = any(${eventIds}::text[])
    ), reached as (
      select distinct on (event_id) event_id, state,
        case when state <> 'sending' then at end as at, case when state <> 'sending' then who end as who
      from fact
      where state = any(${PRECEDENCE}::text[])
      order by event_id, array_position(${PRECEDENCE}::text[], state), at desc
    ), newest_failure as (
      select distinct on (event_id) event_id, item_id from fact where state = 'failed_again'
      order by event_id, at desc, item_id desc
    )
    select reached.*, (
      select json_build_object('status', status, 'error', error, 'cause', cause)
      from replay_attempt attempt where attempt.item_id = newest_failure.item_id
      order by attempt.id desc limit 1
    ) as failure
    from reached left join newest_failure using (event_id)
  `.execute(db)
  return rows.map(row => ({ ...row, at: row.at && stampIn(row.at, timeZone) }))
}

const PRECEDENCE: EventStateName[] = ['sending', 'delivered', 'handled', 'failed_again']

/**
 * A text that changes whenever the state of any event of the list may have changed. It is much
 * cheaper than the states, which dashboards would otherwise load again every few seconds.
 */
export async function eventStatesVersion(
  db: Kysely<Schema>,
  list: FailedEventList,
  { service, account }: Owner,
): Promise<string> {
  const { rows } = await sql<{ facts: string }>`
    select concat_ws(' ',
      -- Every transaction that settles an item writes the row of its run, and so changes its xmin. Its
      -- open items and times stay the same when a late 200 overrides a failure.
      (select concat_ws(' ', count(*), sum(xmin::text::bigint))
        from replay_run
        where service = ${service} and account = ${account} and list = ${list}
          and started_at is not null),
      (select concat_ws(' ', count(*), max(at)) from handled_event
        where service = ${service} and account = ${account} and list = ${list})
    ) as facts
  `.execute(db)
  const facts = rows[0]?.facts ?? ''
  return createHash('sha256').update(facts).digest('base64url').slice(0, 22)
}

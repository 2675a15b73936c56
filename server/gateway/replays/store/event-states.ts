import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Cause } from '../../../../contract/cause.ts'
import type { EventState, EventStateName } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Owner } from '../../session/caller.ts'

type Row = {
  event_id: string
  is_sending: boolean
  delivered_at: Date | null
  delivered_by: string | null
  failed_again_at: Date | null
  failed_again_by: string | null
  status: number | null
  error: string | null
  cause: Cause | null
  handled_at: Date | null
  handled_by: string | null
}

/**
 * What the account has done about these events: those that a replay is sending, has delivered or
 * failed with, and those that a person has marked. Once delivered, an event stays delivered, even if
 * it was sent again since and failed.
 */
export async function eventStates(
  db: Kysely<Schema>,
  list: FailedEventList,
  eventIds: string[],
  { service, account }: Owner,
  timeZone: string,
): Promise<EventState[]> {
  const { rows } = await sql<Row>`
    with replayed as (
      select item.event_id,
        bool_or(item.state in ('queued', 'sending')) as is_sending,
        max(item.settled_at) filter (where item.state = 'delivered') as delivered_at,
        (array_agg(run.who order by item.settled_at desc) filter (where item.state = 'delivered'))[1]
          as delivered_by,
        max(item.settled_at) filter (where item.state = 'failed_again') as failed_again_at,
        (array_agg(run.who order by item.settled_at desc) filter (where item.state = 'failed_again'))[1]
          as failed_again_by,
        (array_agg(item.id order by item.settled_at desc, item.id desc)
          filter (where item.state = 'failed_again'))[1] as failed_item
      from replay_item item join replay_run run on run.id = item.run_id
      where item.service = ${service} and item.list = ${list}
        and item.event_id = any(${eventIds}::text[])
        and run.account = ${account} and run.started_at is not null
      group by item.event_id
    ), handled as (
      select event_id, at as handled_at, who as handled_by from handled_event
      where service = ${service} and account = ${account} and list = ${list}
        and event_id = any(${eventIds}::text[])
    )
    select * from replayed full join handled using (event_id)
    left join lateral (
      select attempt.status, attempt.error, attempt.cause from replay_attempt attempt
      where attempt.item_id = replayed.failed_item order by attempt.id desc limit 1
    ) failure on true
  `.execute(db)
  return rows.flatMap(row => toState(row, timeZone) ?? [])
}

function toState(row: Row, timeZone: string): EventState | null {
  const { event_id, status, error, cause } = row
  const failure = status === null && error === null ? null : { status, error, cause }
  const reached = (state: EventStateName, moment: Date | null, who: string | null) => {
    const at = moment && stampIn(moment, timeZone)
    return { event_id, state, at, who, failure }
  }
  if (row.is_sending) return reached('sending', null, null)
  if (row.delivered_at !== null) return reached('delivered', row.delivered_at, row.delivered_by)
  if (row.handled_at !== null) return reached('handled', row.handled_at, row.handled_by)
  if (row.failed_again_at === null) return null
  return reached('failed_again', row.failed_again_at, row.failed_again_by)
}

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

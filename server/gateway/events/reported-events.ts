import { type Kysely, type RawBuilder, sql } from 'kysely'
import { callFields } from '../../../contract/event/call-fields.ts'
import type { ReportedEvent } from '../../../contract/event/reported-event.ts'
import { type FailedEventList, listsOf } from '../../../contract/failed-event.ts'
import { type EventFields, readReplayable } from '../../../contract/fields/read-event.ts'
import { jsonInside } from '../../../contract/text/json-inside.ts'
import { moment, stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { FieldRepository } from '../fields/field-repository.ts'
import type { StoredRun } from '../replays/store/locks.ts'
import type { Account } from '../session/caller.ts'
import { statesAmong } from './event-states-sql.ts'
import { type EventRow, toListedEvent } from './listed-event.ts'

/** A reported event without what became of it. */
type Failure = Omit<ReportedEvent, 'list' | 'cause' | 'state' | 'state_at' | 'delivery'>

/** What became of listed events. Times are in the service's zone. */
export function reportedEvents(
  db: Kysely<Schema>,
  owner: Account,
  list: FailedEventList,
  rows: EventRow[],
  timeZone: string,
): Promise<ReportedEvent[]> {
  const failures = rows.map((row): Failure => {
    const { id, failed_at, receiver_url, call } = toListedEvent(row, timeZone)
    const { company, caller_number, tracking_number, call_id } = call
    return {
      ...{ id, failed_at, receiver_url, call_id, caller_number, tracking_number },
      company: company?.name ?? null,
      call_at: call.call_start_stamp ?? call.call_end_stamp,
    }
  })
  return withResults(db, owner, list, failures, timeZone)
}

type Became = { state: ReportedEvent['state']; state_at: Date | null; failure_cause: string | null }
type Delivery = { run_id: string; at: Date; started_at: Date }

/**
 * Adds what became of events, and why they failed. The tables are not joined: PostgreSQL has no statistics of a new run,
 * and read all states for each of its items. For 500 items, that took 14 s instead of 10 ms.
 */
async function withResults(
  db: Kysely<Schema>,
  { service, account }: Account,
  list: FailedEventList,
  failures: Failure[],
  timeZone: string,
): Promise<ReportedEvent[]> {
  const ids = failures.map(({ id }) => id)
  const rowsById = async <Row>(query: RawBuilder<Row & { event_id: string }>) =>
    new Map((await query.execute(db)).rows.map(row => [row.event_id, row]))
  const states = await rowsById(sql<Became & { event_id: string }>`
    select event_id, state, state_at, failure_cause
    from ${statesAmong(ids, list, { service, account })} became
  `)
  // Why the service's deliveries failed, for events that the gateway has read.
  const causes = await rowsById(sql<{ event_id: string; cause: string }>`
    select event.event_id, event.cause
    from event_mirror mirror join listed_event event on event.mirror_id = mirror.id
    where mirror.service = ${service} and mirror.account = ${account} and mirror.list = ${list}
      and event.event_id = any(${ids}::text[])
  `)
  const deliveries = await rowsById(sql<Delivery & { event_id: string }>`
    select distinct on (item.event_id) item.event_id, run.id as run_id, item.settled_at as at,
      coalesce(run.started_at, run.created_at) as started_at
    from replay_item item join replay_run run on run.id = item.run_id
    where item.service = ${service} and item.list = ${list} and item.event_id = any(${ids}::text[])
      and item.state = 'delivered' and run.account = ${account}
    order by item.event_id, item.settled_at, item.id
  `)
  return failures.map(failure => {
    const became = states.get(failure.id)
    const delivery = deliveries.get(failure.id)
    const stamp = (at: Date) => stampIn(at, timeZone)
    return {
      ...failure,
      list,
      cause: causes.get(failure.id)?.cause ?? became?.failure_cause ?? '',
      state: became?.state ?? null,
      state_at: became?.state_at ? stamp(became.state_at) : null,
      delivery: delivery
        ? {
            run_id: delivery.run_id,
            at: stamp(delivery.at),
            started_at: stamp(delivery.started_at),
          }
        : null,
    }
  })
}

const ITEMS_PER_BATCH = 500

type Item = {
  id: number
  event_id: string
  receiver_url: string | null
  payload: string
  company: string | null
  failed_at: Date | null
}

/**
 * What became of the events of a run, in batches. They are read from what the run froze, so that the service need not
 * list them any more.
 */
export async function* eventsOfRun(
  db: Kysely<Schema>,
  run: StoredRun,
  fields: FieldRepository,
  timeZone: string,
): AsyncGenerator<ReportedEvent[]> {
  for (const list of listsOf(run.list)) {
    yield* eventsOfList(db, { ...run, list }, await fields.of(list, run.account), timeZone)
  }
}

async function* eventsOfList(
  db: Kysely<Schema>,
  { id, list, service, account }: StoredRun & { list: FailedEventList },
  fields: EventFields,
  timeZone: string,
): AsyncGenerator<ReportedEvent[]> {
  const stamp = (at: string | null) => at && stampIn(new Date(at), timeZone)
  for (let after = 0; ; ) {
    const { rows } = await sql<Item>`
      select id, event_id, receiver_url, payload, company, failed_at from replay_item
      where run_id = ${id} and list = ${list} and id > ${after} order by id limit ${ITEMS_PER_BATCH}
    `.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    const failures = rows.map(({ event_id: id, payload, receiver_url, ...row }): Failure => {
      const call = callFields(readReplayable({ request_json: jsonInside(payload) }, fields).call)
      return {
        ...{ id, receiver_url },
        failed_at: row.failed_at && stampIn(row.failed_at, timeZone),
        company: call.company?.name ?? row.company,
        call_id: call.call_id ?? null,
        caller_number: call.caller_number ?? null,
        tracking_number: call.tracking_number ?? null,
        call_at: stamp(moment(call.call_start_stamp) ?? moment(call.call_end_stamp)),
      }
    })
    yield withResults(db, { service, account }, list, failures, timeZone)
  }
}

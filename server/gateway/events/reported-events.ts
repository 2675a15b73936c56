import { type Kysely, sql } from 'kysely'
import { callFields } from '../../../contract/event/call-fields.ts'
import { failureSummary } from '../../../contract/event/failure-cause.ts'
import type { ReportedEvent } from '../../../contract/event/reported-event.ts'
import { type FailedEventList, listsOf } from '../../../contract/failed-event.ts'
import { type EventFields, readReplayable } from '../../../contract/fields/read-event.ts'
import { jsonInside } from '../../../contract/text/json-inside.ts'
import { moment, stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { FieldRepository } from '../fields/field-repository.ts'
import type { StoredRun } from '../replays/store/locks.ts'
import type { Owner } from '../session/caller.ts'
import { statesAmong } from './event-states-sql.ts'
import { type EventRow, toListedEvent } from './listed-event.ts'

type Account = Pick<Owner, 'service' | 'account'>

/** What became of listed events. Times are in the service's zone. */
export async function reportedEvents(
  db: Kysely<Schema>,
  owner: Account,
  list: FailedEventList,
  rows: EventRow[],
  timeZone: string,
): Promise<ReportedEvent[]> {
  const ids = rows.map(({ event_id }) => event_id)
  const deliveries = await firstDeliveries(db, owner, list, ids, timeZone)
  return rows.map(row => {
    const { id, failed_at, receiver_url, outcome, call, state } = toListedEvent(row, timeZone)
    const { company, caller_number, tracking_number, call_id } = call
    return {
      ...{ list, id, failed_at, receiver_url, call_id, caller_number, tracking_number },
      company: company?.name ?? null,
      call_at: call.call_start_stamp ?? call.call_end_stamp,
      cause: failureSummary(outcome),
      state: state?.state ?? null,
      state_at: state?.at ?? null,
      delivery: deliveries.get(id) ?? null,
    }
  })
}

type Delivery = NonNullable<ReportedEvent['delivery']>

/** The first delivery of each of these events by a replay of the account, with the time that a message names. */
async function firstDeliveries(
  db: Kysely<Schema>,
  { service, account }: Account,
  list: FailedEventList,
  ids: string[],
  timeZone: string,
): Promise<ReadonlyMap<string, Delivery>> {
  const { rows } = await sql<Omit<Delivery, 'at'> & { event_id: string; at: Date }>`
    select distinct on (item.event_id) item.event_id, run.id as run_id,
      item.settled_at as at
    from replay_item item join replay_run run on run.id = item.run_id
    where item.service = ${service} and item.list = ${list} and item.event_id = any(${ids}::text[])
      and item.state = 'delivered' and run.account = ${account}
    order by item.event_id, item.settled_at, item.id
  `.execute(db)
  return new Map(
    rows.map(({ event_id, at, ...run }) => [event_id, { ...run, at: stampIn(at, timeZone) }]),
  )
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

type State = {
  event_id: string
  state: ReportedEvent['state']
  state_at: Date | null
  failure_cause: string | null
}

/**
 * Not joined with the items of the run: PostgreSQL has no statistics of a new run, and read all states for each of its
 * items. For 500 items, that took 14 s instead of 10 ms.
 */
async function statesOf(
  db: Kysely<Schema>,
  owner: Account,
  list: FailedEventList,
  ids: string[],
): Promise<ReadonlyMap<string, State>> {
  const { rows } = await sql<State>`
    select event_id, state, state_at, failure_cause from ${statesAmong(ids, list, owner)} became
  `.execute(db)
  return new Map(rows.map(row => [row.event_id, row]))
}

/** Why the service's deliveries of the events failed, for events that the gateway has read. */
async function listedCauses(
  db: Kysely<Schema>,
  { service, account }: Account,
  list: FailedEventList,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ event_id: string; cause: string }>`
    select event.event_id, event.cause
    from event_mirror mirror join listed_event event on event.mirror_id = mirror.id
    where mirror.service = ${service} and mirror.account = ${account} and mirror.list = ${list}
      and event.event_id = any(${ids}::text[])
  `.execute(db)
  return new Map(rows.map(({ event_id, cause }) => [event_id, cause]))
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
    const ids = rows.map(({ event_id }) => event_id)
    const owner = { service, account }
    const states = await statesOf(db, owner, list, ids)
    const causes = await listedCauses(db, owner, list, ids)
    const deliveries = await firstDeliveries(db, owner, list, ids, timeZone)
    yield rows.map(({ id: _, event_id, payload, ...row }): ReportedEvent => {
      const became = states.get(event_id)
      const call = callFields(readReplayable({ request_json: jsonInside(payload) }, fields).call)
      return {
        ...row,
        list,
        id: event_id,
        failed_at: row.failed_at && stampIn(row.failed_at, timeZone),
        company: call.company?.name ?? row.company,
        call_id: call.call_id ?? null,
        caller_number: call.caller_number ?? null,
        tracking_number: call.tracking_number ?? null,
        call_at: stamp(moment(call.call_start_stamp) ?? moment(call.call_end_stamp)),
        cause: causes.get(event_id) ?? became?.failure_cause ?? '',
        state: became?.state ?? null,
        state_at: became?.state_at ? stampIn(became.state_at, timeZone) : null,
        delivery: deliveries.get(event_id) ?? null,
      }
    })
  }
}

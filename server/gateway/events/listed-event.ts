import { type Selectable, sql } from 'kysely'
import type { EventStateName } from '../../../contract/event-state.ts'
import type { EventTarget, ListedEvent } from '../../../contract/events.ts'
import { MAX_EVENTS_NAMED } from '../../../contract/replay.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import {
  countMatches,
  type EventNames,
  type EventsQuery,
  listedEvents,
  type RangeFilter,
} from './event-queries.ts'
import type { EventSource } from './event-source.ts'

/** How many events a page of the reader has. */
const PAGE_SIZE = 100

/** A row of an event and its state, for `toListedEvent`. */
export type EventRow = Omit<Selectable<Schema['listed_event']>, keyof Became> & Became

type Became = {
  receiver_url: string | null
  state: EventStateName | null
  state_at: Date | null
  state_who: string | null
  failure: Selectable<Schema['event_state']>['failure']
  failed_again_at: Date | null
  waits: boolean
}

/** Times are in the service's zone. */
export function toListedEvent(row: EventRow, timeZone: string): ListedEvent {
  const stamp = (at: Date | null) => at && stampIn(at, timeZone)
  const { company, company_reference: reference } = row
  return {
    ...(!row.has_payload && { lacks_payload: true }),
    ...(row.waits && { waits: true }),
    event: row.event,
    callback_url: row.callback_url,
    receiver_url: row.receiver_url,
    attempt_count: row.attempt_count,
    outcome: row.has_outcome
      ? { status: row.status, error: row.error, cause: row.cause_code }
      : null,
    call: {
      company: row.has_company ? { name: company, ...(reference !== null && { reference }) } : null,
      contact: row.contact,
      reference: row.reference,
      caller_number: row.caller_number,
      tracking_number: row.tracking_number,
      call_id: row.call_id,
      call_start_stamp: stamp(row.call_start),
      call_end_stamp: stamp(row.call_end),
    },
    state: row.state && {
      event_id: row.event_id,
      state: row.state,
      at: stamp(row.state_at),
      who: row.state_who,
      failure: row.failure,
      failed_again_at: stamp(row.failed_again_at),
    },
    ...toEventTarget(row, timeZone),
  }
}

export function toEventTarget(
  row: Pick<
    EventRow,
    'event_id' | 'ordinal' | 'failed_at' | 'walk_from' | 'walk_to' | 'page' | 'cursor'
  >,
  timeZone: string,
): EventTarget {
  return {
    key: row.ordinal === 1 ? row.event_id : `${row.event_id}~${row.ordinal}`,
    id: row.event_id,
    failed_at: row.failed_at && stampIn(row.failed_at, timeZone),
    from_date: row.walk_from,
    to_date: row.walk_to,
    page: row.page,
    ...(row.cursor !== null && { cursor: row.cursor }),
    page_size: PAGE_SIZE,
  }
}

/** Formatting more at a time would block other requests. */
const EVENTS_PER_BATCH = 500

/** The events with these names, in their order. Events that have been removed since are left out. */
export async function eventsNamed(
  source: EventSource,
  { ids, ordinals }: EventNames,
): Promise<EventRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EventRow>`
    select event.*, ${source.receiverUrl} as receiver_url, became.state, became.state_at, became.state_who,
      became.failure, became.failed_again_at, waiting.event_id is not null as waits
    from ${source.fromAmong(ids)}
    join unnest(${ids}::text[], ${ordinals}::integer[]) with ordinality as named (event_id, ordinal, place)
      on named.event_id = event.event_id and named.ordinal = event.ordinal
    where ${source.isInRange}
    order by named.place
  `.execute(source.db)
  return rows
}

/**
 * All matching events in batches, in their order at the time of the call. Their names are read at once and the
 * events when somebody takes them, so that a slow client holds neither a connection of the database nor many
 * events.
 *
 * @throws HttpError 400 if they are too many
 */
export async function allEvents(
  source: EventSource,
  query: RangeFilter & Pick<EventsQuery, 'sort'>,
  most = MAX_EVENTS_NAMED,
): Promise<AsyncGenerator<EventRow[]>> {
  const { states } = await countMatches(source, query)
  if (states[query.state] > most) throw detailError(400, tooMany(most))
  const page = { ...query, offset: 0, size: most }
  return batches(source, await listedEvents(source, page))
}

export const tooMany = (most: number) =>
  `More than ${most.toLocaleString('en')} events match. Choose fewer days, or search or filter for fewer events.`

async function* batches(
  source: EventSource,
  { ids, ordinals }: EventNames,
): AsyncGenerator<EventRow[]> {
  for (let begin = 0; begin < ids.length; begin += EVENTS_PER_BATCH) {
    const end = begin + EVENTS_PER_BATCH
    yield eventsNamed(source, {
      ids: ids.slice(begin, end),
      ordinals: ordinals.slice(begin, end),
    })
  }
}

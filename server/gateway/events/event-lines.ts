import { type Kysely, sql } from 'kysely'
import { MAX_EVENTS_NAMED } from '../../../contract/replay.ts'
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
import { type EventRow, eventColumns } from './listed-event.ts'

/** Formatting more at a time would block other requests. */
const EVENTS_PER_BATCH = 500

/** The events with these names, in their order. Events that have been removed since are left out. */
export async function eventsNamed(
  db: Kysely<Schema>,
  source: EventSource,
  { ids, ordinals }: EventNames,
): Promise<EventRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EventRow>`
    select ${eventColumns(source)} from ${source.fromAmong(ids)}
    join unnest(${ids}::text[], ${ordinals}::integer[]) with ordinality as named (event_id, ordinal, place)
      on named.event_id = event.event_id and named.ordinal = event.ordinal
    where ${source.isInRange}
    order by named.place
  `.execute(db)
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
  db: Kysely<Schema>,
  source: EventSource,
  query: RangeFilter & Pick<EventsQuery, 'sort'>,
  most = MAX_EVENTS_NAMED,
): Promise<AsyncGenerator<EventRow[]>> {
  const { states, state } = await countMatches(db, source, query)
  if (states[state] > most) throw detailError(400, tooMany(most))
  const page = { ...query, offset: 0, size: most }
  return batches(db, source, await listedEvents(db, source, page, state))
}

export const tooMany = (most: number) =>
  `More than ${most.toLocaleString('en')} events match. Choose fewer days, or search or filter for fewer events.`

async function* batches(
  db: Kysely<Schema>,
  source: EventSource,
  { ids, ordinals }: EventNames,
): AsyncGenerator<EventRow[]> {
  for (let begin = 0; begin < ids.length; begin += EVENTS_PER_BATCH) {
    const end = begin + EVENTS_PER_BATCH
    yield eventsNamed(db, source, {
      ids: ids.slice(begin, end),
      ordinals: ordinals.slice(begin, end),
    })
  }
}

import { type Kysely, sql } from 'kysely'
import { MAX_EVENTS_NAMED } from '../../../contract/replay.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import { hasState, type ListQuery, orderOfEvents } from './event-queries.ts'
import { type EventSource, matchesSql } from './event-source.ts'
import { type EventRow, eventColumns } from './listed-event.ts'

/** Formatting more at a time would block other requests. */
const EVENTS_PER_BATCH = 500

type EventNames = { ids: string[]; ordinals: number[] }

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
  query: ListQuery,
): Promise<AsyncGenerator<EventRow[]>> {
  const names = await namesOfEvents(db, source, query)
  if (names.ids.length > MAX_EVENTS_NAMED) throw detailError(400, TOO_MANY)
  return batches(db, source, names)
}

const TOO_MANY = `More than ${MAX_EVENTS_NAMED.toLocaleString('en')} events match. Choose fewer days, or search or filter for fewer events.`

async function namesOfEvents(
  db: Kysely<Schema>,
  source: EventSource,
  { criteria, state, sort }: ListQuery,
): Promise<EventNames> {
  // As JSON, which is many times faster to read than rows.
  const { rows } = await sql<EventNames>`
    select coalesce(json_agg(event_id), '[]') as ids, coalesce(json_agg(ordinal), '[]') as ordinals
    from (
      select event.event_id, event.ordinal from ${source.from}
      where ${source.isInRange} and ${matchesSql(source, criteria)} and ${hasState(source, state)}
      order by ${orderOfEvents(source, sort)}
      limit ${MAX_EVENTS_NAMED + 1}
    ) named
  `.execute(db)
  return rows[0] ?? { ids: [], ordinals: [] }
}

async function* batches(
  db: Kysely<Schema>,
  source: EventSource,
  { ids, ordinals }: EventNames,
): AsyncGenerator<EventRow[]> {
  for (let begin = 0; begin < ids.length; begin += EVENTS_PER_BATCH) {
    const end = begin + EVENTS_PER_BATCH
    const named = sql`unnest(${ids.slice(begin, end)}::text[], ${ordinals.slice(begin, end)}::integer[])
      with ordinality as named (event_id, ordinal, place)`
    const { rows } = await sql<EventRow>`
      select ${eventColumns(source)}
      from ${source.fromAmong(sql`select named.event_id from ${named}`)}
      join ${named} on named.event_id = event.event_id and named.ordinal = event.ordinal
      where ${source.isInRange}
      order by named.place
    `.execute(db)
    yield rows
  }
}

import { type Kysely, sql } from 'kysely'
import type { HandledEventsChanged } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { Owner } from '../../session/caller.ts'
import type { ListedEvent } from '../reading/parse-list-page.ts'

/** The marks that an account may have. Old ones are deleted with the replays of their time. */
export const MAX_MARKS = 200_000

/**
 * Marks events as dealt with in another way than by a replay. Those that are marked already keep who
 * marked them first. Those that a replay has delivered are not marked, because they need no mark.
 *
 * @throws HttpError 409 if the account has too many marks
 */
export async function markHandled(
  db: Kysely<Schema>,
  { service, account, who }: Owner,
  list: FailedEventList,
  events: Pick<ListedEvent, 'id' | 'failed_at'>[],
): Promise<Omit<HandledEventsChanged, 'not_listed'>> {
  const eventIds = events.map(({ id }) => id)
  const failedAt = events.map(({ failed_at }) => failed_at)
  const { marks } = await db
    .selectFrom('handled_event')
    .select(sql<number>`count(*)::integer`.as('marks'))
    .where('service', '=', service)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  if (marks + eventIds.length > MAX_MARKS) throw detailError(409, TOO_MANY)
  const { rows } = await sql<{ event_id: string; is_marked: boolean }>`
    with delivered as (
      select distinct item.event_id
      from replay_item item join replay_run run on run.id = item.run_id
      where item.service = ${service} and item.list = ${list}
        and item.event_id = any(${eventIds}::text[]) and item.state = 'delivered'
        and run.account = ${account} and run.started_at is not null
    ), marked as (
      insert into handled_event (service, account, list, event_id, who, failed_at)
      select distinct on (event_id) ${service}, ${account}, ${list}, event_id, ${who}, failed_at
      from unnest(${eventIds}::text[], ${failedAt}::timestamptz[]) as event (event_id, failed_at)
      where event_id is not null and event_id not in (select event_id from delivered)
      on conflict do nothing
      returning event_id
    )
    select event_id, true as is_marked from marked
    union all select event_id, false from delivered
  `.execute(db)
  const changed = rows.flatMap(row => (row.is_marked ? row.event_id : []))
  return { changed, delivered: rows.length - changed.length }
}

const TOO_MANY = `No event was marked, because your account can have at most ${MAX_MARKS.toLocaleString('en')} events marked as handled. Mark some of the others as still missing, then try again.`

/** Takes back the marks of events. */
export async function unmarkHandled(
  db: Kysely<Schema>,
  { service, account }: Owner,
  list: FailedEventList,
  eventIds: string[],
): Promise<Omit<HandledEventsChanged, 'not_listed'>> {
  const unmarked = await db
    .deleteFrom('handled_event')
    .where('service', '=', service)
    .where('account', '=', account)
    .where('list', '=', list)
    .where('event_id', '=', sql<string>`any(${eventIds}::text[])`)
    .returning('event_id')
    .execute()
  return { changed: unmarked.map(({ event_id }) => event_id), delivered: 0 }
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { receiverLabel } from '../../../contract/event/receiver-of.ts'
import { EVENT_FILTERS, type EventFilter, type EventsFilter } from '../../../contract/events.ts'
import { trackingNumberKeys } from '../../../contract/receiver.ts'
import { normaliseText } from '../../../contract/text/normalise-text.ts'
import type { Schema } from '../../database/schema.ts'
import type { Owner } from '../session/caller.ts'
import type { EventRange } from './event-parameters.ts'
import { searchSql, searchTerms } from './event-search.ts'
import { statesAmong } from './event-states-sql.ts'
import { normalisedSql, trackingNumberKeySql } from './normalised-sql.ts'

/** The events of a range of an account's list, with what became of them, as parts of a query. */
export type EventSource = {
  /** A common table with what became of them (`statesAmong`): "became". */
  states: RawBuilder<unknown>
  /** `listed_event` as "event", joined with "became" and the receivers that are set. */
  from: RawBuilder<unknown>
  /** The same without "became", for what needs neither states nor causes. */
  fromListed: RawBuilder<unknown>
  /** Like `from` for a few events, without another table. */
  fromAmong: (ids: string[]) => RawBuilder<unknown>
  isInRange: RawBuilder<boolean>
  /** What filters compare, as texts. */
  values: Record<EventFilter, RawBuilder<string>>
  /** Values as `normaliseText` writes them. */
  keys: Record<'cause' | 'receiver', RawBuilder<string>>
  /** Where a replay goes; null if that is unknown. */
  receiverUrl: RawBuilder<string | null>
  /** The state filter besides "all" that lists an event. */
  ownState: RawBuilder<OwnState>
}

export type OwnState = 'missing' | 'delivered' | 'handled'

/** @param mirrorId of the account's copy of the list */
export async function eventSource(
  db: Kysely<Schema>,
  owner: Pick<Owner, 'service' | 'account'>,
  mirrorId: number,
  range: EventRange,
): Promise<EventSource> {
  const receivers = await receiverSettings(db, owner)
  const hasReceivers = receivers.numbers.length > 0
  const joinedReceivers = hasReceivers
    ? sql`left join unnest(${receivers.numbers}::text[], ${receivers.urls}::text[],
          ${receivers.labels}::text[], ${receivers.keys}::text[]) as setting (number, url, label, key)
        on event.callback_url is null
          and setting.number = ${trackingNumberKeySql(sql`event.tracking_number`)}`
    : sql``
  const isInRange = sql<boolean>`event.mirror_id = ${mirrorId}
    and event.day >= ${range.from_date}::date and event.day < ${range.to_date}::date`
  const inRange = sql`select event.event_id from listed_event event where ${isInRange}`
  const joined = (states: RawBuilder<unknown>) => sql`listed_event event
    left join ${states} on became.event_id = event.event_id ${joinedReceivers}`
  return {
    // PostgreSQL would hash all events, and not their states, if it did not count these first.
    states: sql`became as materialized (
      select *, ${normalisedSql(sql`failure_cause`)} as failure_key
      from ${statesAmong(inRange, range.list, owner)} state)`,
    from: joined(sql`became`),
    fromListed: sql`listed_event event ${joinedReceivers}`,
    fromAmong: ids =>
      joined(sql`${statesAmong(sql`select unnest(${ids}::text[])`, range.list, owner)} became`),
    isInRange,
    values: {
      cause: sql<string>`coalesce(became.failure_cause, event.cause)`,
      receiver: hasReceivers
        ? sql<string>`coalesce(setting.label, event.receiver)`
        : sql<string>`event.receiver`,
      company: sql<string>`event.company`,
      kind: sql<string>`event.kind`,
      status: sql<string>`case when became.failure is not null
        then coalesce(became.failure_status::text, 'No answer')
        when event.has_outcome then coalesce(event.status::text, 'No answer') else 'Unknown' end`,
    },
    keys: {
      cause: sql<string>`coalesce(became.failure_key, event.cause_key)`,
      receiver: hasReceivers
        ? sql<string>`coalesce(setting.key, event.receiver_key)`
        : sql<string>`event.receiver_key`,
    },
    receiverUrl: hasReceivers
      ? sql<string | null>`coalesce(event.callback_url, setting.url)`
      : sql<string | null>`event.callback_url`,
    ownState: sql<OwnState>`case when became.state in ('delivered', 'handled') then became.state
      else 'missing' end`,
  }
}

/** The receivers of events that name none, by tracking number in both forms of trackingNumberKeys. */
async function receiverSettings(
  db: Kysely<Schema>,
  { service, account }: Pick<Owner, 'service' | 'account'>,
) {
  const settings = await db
    .selectFrom('receiver_setting')
    .select(['tracking_number', 'url'])
    .where('service', '=', service)
    .where('account', '=', account)
    .execute()
  const urls = new Map(settings.map(({ tracking_number, url }) => [tracking_number, url]))
  for (const { tracking_number, url } of settings) {
    const [, other] = trackingNumberKeys(tracking_number)
    if (other !== undefined && !urls.has(other)) urls.set(other, url)
  }
  const labels = Array.from(urls.values(), receiverLabel)
  return {
    numbers: [...urls.keys()],
    urls: [...urls.values()],
    labels,
    keys: labels.map(normaliseText),
  }
}

export type Criteria = Pick<EventsFilter, 'q' | EventFilter>

/** Whether a search or a filter leaves events out. */
export function isNarrowed(criteria: Criteria): boolean {
  return filtersOf(criteria).length > 0 || searchTerms(criteria.q ?? '').length > 0
}

function filtersOf(criteria: Criteria): EventFilter[] {
  return EVENT_FILTERS.filter(filter => criteria[filter] !== undefined)
}

/** Whether an event matches the search and the filters, except one of them if there is an `exception`. */
export function matchesSql(
  { values, keys }: EventSource,
  criteria: Criteria,
  exception?: EventFilter,
): RawBuilder<boolean> {
  const filters = filtersOf(criteria)
    .filter(filter => filter !== exception)
    .map(filter => sql<boolean>`${values[filter]} = ${storable(criteria[filter] ?? '')}`)
  const words = searchSql(searchTerms(criteria.q ?? ''), {
    words: sql`event.words`,
    digits: sql`event.digits`,
    ...keys,
  })
  const conditions = [...filters, ...words]
  return conditions.length === 0 ? sql<boolean>`true` : sql.join(conditions, sql` and `)
}

/** A database text can't contain U+0000 or half a character, so the copy has this character instead. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

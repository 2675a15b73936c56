import { type Kysely, type RawBuilder, sql } from 'kysely'
import { receiverLabel } from '../../../contract/event/receiver-of.ts'
import { EVENT_FILTERS, type EventFilter, type EventsFilter } from '../../../contract/events.ts'
import { trackingNumberKeys } from '../../../contract/receiver.ts'
import type { Schema } from '../../database/schema.ts'
import type { Owner } from '../session/caller.ts'
import { searchSql, searchTerms } from './event-search.ts'
import { statesAmong } from './event-states-sql.ts'
import { normalisedSql, trackingNumberKeySql } from './normalised-sql.ts'

type Range = Pick<EventsFilter, 'list' | 'from_date' | 'to_date'>

/** The events of a range of an account's list, with what became of them, as parts of a query. */
export type EventSource = {
  /** `listed_event` as "event", joined with "became" (`statesAmong`) and the receivers that are set. */
  from: RawBuilder<unknown>
  /** The same for a few events, which a query of their ids names. */
  fromAmong: (among: RawBuilder<unknown>) => RawBuilder<unknown>
  isInRange: RawBuilder<boolean>
  /** What filters compare, as texts. */
  values: Record<EventFilter, RawBuilder<string>>
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
  range: Range,
): Promise<EventSource> {
  const receivers = await receiverSettings(db, owner)
  const hasReceivers = receivers.numbers.length > 0
  const joinedReceivers = sql`left join unnest(${receivers.numbers}::text[],
      ${receivers.urls}::text[], ${receivers.labels}::text[]) as setting (number, url, label)
    on event.callback_url is null
      and setting.number = ${trackingNumberKeySql(sql`event.tracking_number`)}`
  const isInRange = sql<boolean>`event.mirror_id = ${mirrorId}
    and event.day >= ${range.from_date}::date and event.day < ${range.to_date}::date`
  const joined = (among: RawBuilder<unknown>) => sql`listed_event event
    left join ${statesAmong(among, range.list, owner)} became on became.event_id = event.event_id
    ${hasReceivers ? joinedReceivers : sql``}`
  return {
    from: joined(sql`select event.event_id from listed_event event where ${isInRange}`),
    fromAmong: joined,
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
  return {
    numbers: [...urls.keys()],
    urls: [...urls.values()],
    labels: Array.from(urls.values(), receiverLabel),
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
  { values }: EventSource,
  criteria: Criteria,
  exception?: EventFilter,
): RawBuilder<boolean> {
  const filters = filtersOf(criteria)
    .filter(filter => filter !== exception)
    .map(filter => sql<boolean>`${values[filter]} = ${storable(criteria[filter] ?? '')}`)
  const words = searchSql(searchTerms(criteria.q ?? ''), {
    words: sql`event.words`,
    digits: sql`event.digits`,
    cause: normalisedSql(values.cause),
    receiver: normalisedSql(values.receiver),
  })
  const conditions = [...filters, ...words]
  return conditions.length === 0 ? sql<boolean>`true` : sql.join(conditions, sql` and `)
}

/** A database text can't contain U+0000 or half a character, so the copy has this character instead. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

import { type Kysely, sql } from 'kysely'
import { DetailBody } from '../../../contract/errors.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import type { Language } from '../../../contract/follow-up.ts'
import { composeMessage, writingFor } from '../../../contract/message/compose-message.ts'
import {
  type Audience,
  listedMessageEvent,
  type MessageEvent,
} from '../../../contract/message/message-event.ts'
import { listEvents, momentOf, shownEvents } from '../../../contract/message/message-sections.ts'
import { FAILING_KINDS, type NoticeKind } from '../../../contract/notices/notice.ts'
import { addDays, dayOf } from '../../../contract/time/calendar-date.ts'
import { startOfDay } from '../../../contract/time/stamp.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import type { Schema } from '../../database/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import { listedEvents } from '../events/event-queries.ts'
import { eventSource, receiversOfNumbers } from '../events/event-source.ts'
import { eventsNamed, toListedEvent } from '../events/listed-event.ts'
import type { EventCopy } from '../events/reading/event-reader.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { LIVE_DELIVERIES } from '../receivers/live-deliveries.ts'
import { type ReceiverStateRow, receiverStates } from '../receivers/receiver-states.ts'
import type { Caller } from '../session/caller.ts'
import { readExtension } from '../upstream/extension.ts'
import { MAX_DETAILED } from './compose-message.ts'
import { conditionsOf } from './conditions.ts'
import type { NoticeFacts } from './describe-notice.ts'
import { type Judgement, judge, judgeAway, keyOf, type NewNotice } from './judge.ts'
import type { DueWatch } from './watches.ts'

export type LookDependencies = Pick<
  GatewayParts,
  'db' | 'timeZone' | 'upstream' | 'eventReader'
> & {
  /** How long after its end a day may still get events. */
  eventFinalAfterMs: number
  everyMs: number
}

/** The watch can't go on. */
export class WatchRefused extends Error {}

/**
 * Reads an account's lists and judges what people have to know.
 *
 * @returns also the hosts whose certificates matter
 * @throws WatchRefused; the database's error
 */
export async function look(
  dependencies: LookDependencies,
  watch: DueWatch & { caller: Caller },
  now: Date,
  signal: AbortSignal,
): Promise<Judgement & { hosts: string[] }> {
  const { db, timeZone, upstream, eventReader, everyMs } = dependencies
  const days = watchedDays(dependencies, now)
  const readings = await Promise.all(
    FailedEventList.options.map(list =>
      eventReader.readNow(watch.caller, { list, ...days }, signal).catch(error => {
        if (error instanceof HttpError) return error
        throw error
      }),
    ),
  )
  const copies: EventCopy[] = []
  for (const reading of readings) {
    if (!(reading instanceof HttpError)) copies.push(reading)
    else if (reading.status === 401) throw new WatchRefused()
    // This token may not read the list.
    else if (reading.status !== 403 && reading.status !== 404) {
      const reason = DetailBody.safeParse(reading.body).data?.detail ?? ''
      return { ...judgeAway(watch.state, { now, everyMs, reason }), hosts: [] }
    }
  }
  if (copies.length === 0) throw new WatchRefused()

  const numbers = await receiversOfNumbers(db, watch)
  // Without an answer, failures within an hour decide.
  const live = upstream.isOwn
    ? await readExtension(upstream, LIVE_DELIVERIES, watch.caller.authorization, signal).catch(
        () => null,
      )
    : null
  const query = { now, timeZone, copies, numbers, ...(live && { live }) }
  const receivers: Row[] = []
  const everybody = { company: null, language: 'en' } as const
  for (const whose of [everybody, ...(await companiesWithContact(db, watch))]) {
    const rows = await receiverStates(db, watch, {
      ...query,
      ...(whose.company && { company: whose.company }),
    })
    receivers.push(...rows.map(row => ({ ...row, ...whose })))
  }
  // Receivers on one host have one certificate.
  const urls = receivers.map(({ receiver }) => URL.parse(`https://${receiver}`))
  const hosts = [...new Set(urls.flatMap(url => url?.host || []))]
  const conditions = await conditionsOf(db, watch, { hosts, now, timeZone })
  const seen = { receivers, knowsSuccesses: live !== null, conditions }
  const { state, notices } = judge(watch.state, seen, { now, everyMs })
  const detailed = await withDetails(dependencies, watch, notices, { copies, receivers, now })
  return { state, notices: detailed, hosts }
}

/** Today, and yesterday as long as it may still get events. */
function watchedDays(
  { timeZone, eventFinalAfterMs }: Pick<LookDependencies, 'timeZone' | 'eventFinalAfterMs'>,
  now: Date,
) {
  const today = dayOf(now, timeZone)
  const isEarly = now.getTime() - startOfDay(today, timeZone).getTime() < eventFinalAfterMs
  return { from_date: isEarly ? addDays(today, -1) : today, to_date: addDays(today, 1) }
}

type Row = ReceiverStateRow & { company: string | null; language: Language }

/** The companies whose failure contacts get messages, with the language of the messages. */
async function companiesWithContact(db: Kysely<Schema>, { service, account }: DueWatch) {
  const { rows } = await sql<{ company: string; language: Language }>`
    select company, coalesce(language, 'en') as language
    from notice_recipient recipient left join follow_up on kind = 'company' and value = company
      and follow_up.service = recipient.service and follow_up.account = recipient.account
    where recipient.service = ${service} and recipient.account = ${account}
      and company is not null and confirmed_at is not null and unsubscribed_at is null
  `.execute(db)
  return rows
}

const FIRST_EVENTS = 3
/** A text for the operator or for a failure contact is about all events, so it is left out if there are more. */
const MAX_EVENTS = 2_000

const PATHS: Record<FailedEventList, string> = {
  call_events_fail: '/failed-calls',
  transcription_events_fail: '/failed-ai-events',
}

/** Adds what a message says about the events of receivers, except for receivers that it only lists. */
async function withDetails(
  dependencies: LookDependencies,
  watch: DueWatch,
  notices: NewNotice[],
  { copies, receivers, now }: { copies: EventCopy[]; receivers: Row[]; now: Date },
): Promise<NewNotice[]> {
  const to_date = addDays(dayOf(now, dependencies.timeZone), 1)
  const rowOf = new Map(receivers.map(row => [keyOf(row), row]))
  const detailed: NewNotice[] = []
  const places = new Map<string | null, number>()
  for (const one of notices) {
    const { company, kind } = one
    const place = places.get(company) ?? 0
    places.set(company, place + 1)
    const row = place < MAX_DETAILED ? rowOf.get(keyOf(one)) : undefined
    const hasEvents = FAILING_KINDS.has(kind) || (kind === 'recovered' && company !== null)
    const about = hasEvents &&
      row?.missing_since && { row, kind, days: { from_date: row.missing_since, to_date } }
    const details = about ? await detailsOf(dependencies, watch, about, copies) : {}
    detailed.push({ ...one, facts: { ...one.facts, ...details } })
  }
  return detailed
}

type AboutEvents = { row: Row; kind: NoticeKind; days: { from_date: string; to_date: string } }

/** The events that a notice is about, the oldest first. */
async function missingEvents(
  { db, timeZone }: LookDependencies,
  watch: DueWatch,
  { row: { receiver, company, last_delivery }, kind, days }: AboutEvents,
  copies: EventCopy[],
): Promise<MessageEvent[]> {
  const events: MessageEvent[] = []
  for (const { id, list } of copies) {
    const source = await eventSource(db, watch, id, { list, ...days }, timeZone)
    const criteria = { receiver, ...(company !== null && { company }) }
    const size = MAX_EVENTS + 1
    const query = {
      criteria,
      state: 'missing',
      sort: 'failed_at',
      of: size,
      offset: 0,
      size,
    } as const
    const names = await listedEvents(source, query)
    for (const row of await eventsNamed(source, names)) {
      const event = listedMessageEvent(list, toListedEvent(row, timeZone))
      const { url, outcome } = event
      events.push({
        ...event,
        listed: null,
        url: url && withoutKeys(url, company),
        outcome: outcome && {
          ...outcome,
          error: outcome.error && withoutKeys(outcome.error, company),
        },
        recoveredAt: kind === 'recovered' ? (last_delivery?.toISOString() ?? null) : null,
      })
    }
  }
  return events.toSorted((one, other) => momentOf(one.at) - momentOf(other.at))
}

async function detailsOf(
  dependencies: LookDependencies,
  watch: DueWatch,
  about: AboutEvents,
  copies: EventCopy[],
): Promise<NoticeFacts> {
  const { timeZone, upstream } = dependencies
  const { row, kind, days } = about
  const { receiver, company, language, calls, ai_events } = row
  const events = await missingEvents(dependencies, watch, about, copies)
  const times = timesIn(timeZone)
  const isSigned = upstream.isOwn
  const options = (audience: Audience) => ({ audience, language, showsCallers: false })
  const textFor = (audience: Audience) =>
    composeMessage(events, { times, options: options(audience), isSigned })
  const writing = writingFor(options('operator'), times, isSigned)
  const isComplete = events.length > 0 && events.length <= MAX_EVENTS
  const list = calls >= ai_events ? 'call_events_fail' : 'transcription_events_fail'
  const search = {
    from: days.from_date,
    to: addDays(days.to_date, -1),
    view: 'groups',
    receiver,
    state: 'missing',
  }
  return {
    outcome_of_last: events.at(-1)?.outcome ?? null,
    first_events:
      events.length > 0 ? listEvents(shownEvents(events, false), '', writing, FIRST_EVENTS) : null,
    operator_text: isComplete && kind !== 'recovered' ? textFor('operator').text : null,
    ...(company !== null && isComplete && { message: textFor('customer') }),
    link: `${PATHS[list]}?${new URLSearchParams(search)}`,
  }
}

/**
 * Removes the query and the password of each URL: they may contain a key, and nobody reads a notice before it is sent. A
 * failure contact gets no path either.
 */
function withoutKeys(text: string, company: string | null): string {
  const url = /(https?:\/\/)(?:[^\s/?#]*@)?([^\s/?#]+)([^\s?#]*)\S*/gi
  return text.replaceAll(url, company === null ? '$1$2$3' : '$1$2')
}

import { type Kysely, sql } from 'kysely'
import { DetailBody } from '../../../contract/errors.ts'
import { failureSummary } from '../../../contract/event/failure-cause.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { composeMessage } from '../../../contract/message/compose-message.ts'
import { listedMessageEvent, type MessageEvent } from '../../../contract/message/message-event.ts'
import { momentOf } from '../../../contract/message/message-sections.ts'
import { addDays, dayOf } from '../../../contract/time/calendar-date.ts'
import { startOfDay } from '../../../contract/time/stamp.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import type { Schema } from '../../database/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import { eventsNamed } from '../events/event-lines.ts'
import { listedEvents } from '../events/event-queries.ts'
import { eventSource, receiversOfNumbers } from '../events/event-source.ts'
import { toListedEvent } from '../events/listed-event.ts'
import type { EventCopy, EventReader } from '../events/reading/event-reader.ts'
import { readLiveReceivers } from '../receivers/live-deliveries.ts'
import { type ReceiverStateRow, receiverStates } from '../receivers/receiver-states.ts'
import type { Caller } from '../session/caller.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { storedCertificates } from './certificates.ts'
import { maskedCaller, type NoticeFacts } from './describe-notice.ts'
import {
  type Judgement,
  judge,
  judgeAway,
  type ReceiverSeen,
  RUN_OVERLAP_MS,
  type Seen,
  type Told,
} from './judge.ts'
import type { DueWatch } from './watches.ts'

export type LookDependencies = {
  db: Kysely<Schema>
  timeZone: string
  upstream: Upstream
  eventReader: Pick<EventReader, 'readNow'>
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
  const { everyMs } = dependencies
  const copies: EventCopy[] = []
  for (const list of FailedEventList.options) {
    try {
      const range = { list, ...watchedDays(dependencies, now) }
      copies.push(await dependencies.eventReader.readNow(watch.caller, range, signal))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const { status } = error
      if (status === 401) throw new WatchRefused()
      // This token may not read the list.
      if (status === 403 || status === 404) continue
      const reason = DetailBody.safeParse(error.body).data?.detail ?? ''
      return { ...judgeAway(watch.state, { now, everyMs, reason }), hosts: [] }
    }
  }
  if (copies.length === 0) throw new WatchRefused()
  const { seen, rows } = await whatIsSeen(dependencies, watch, copies, now, signal)
  const { state, notices } = judge(watch.state, seen, { now, everyMs })
  const detailed = await withDetails(dependencies, watch, { copies, rows, notices, now })
  return { state, notices: detailed, hosts: hostsOf(rows) }
}

/** The hosts of an account's receivers. Receivers on one host have one certificate. */
function hostsOf(rows: Rows): string[] {
  const all = rows.get(null) ?? []
  return [...new Set(all.flatMap(({ receiver }) => URL.parse(`https://${receiver}`)?.host || []))]
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

type Rows = Map<string | null, ReceiverStateRow[]>

async function whatIsSeen(
  dependencies: LookDependencies,
  watch: DueWatch & { caller: Caller },
  copies: EventCopy[],
  now: Date,
  signal: AbortSignal,
): Promise<{ seen: Seen; rows: Rows }> {
  const { db, timeZone, upstream } = dependencies
  const numbers = await receiversOfNumbers(db, watch)
  // Without an answer, failures within an hour decide.
  const live = upstream.isOwn
    ? await readLiveReceivers(upstream, watch.caller.authorization, signal).catch(() => null)
    : null
  const query = { now, timeZone, copies, numbers, late: [], ...(live && { live }) }
  const rows: Rows = new Map()
  for (const company of [null, ...(await companiesWithContact(db, watch))]) {
    const ofCompany = { ...query, ...(company !== null && { company }) }
    rows.set(company, await receiverStates(db, watch, ofCompany))
  }
  const receivers = [...rows].flatMap(([company, ofCompany]) =>
    ofCompany.map(row => toSeen(row, company)),
  )
  return {
    rows,
    seen: {
      receivers,
      knowsSuccesses: live !== null,
      certificates: await storedCertificates(db, hostsOf(rows)),
      due: await numbersDue(db, watch, dayOf(now, timeZone), timeZone),
      ...(await runsOf(db, watch, now)),
    },
  }
}

/** Reasons before any answer, which may also be on our side of the network. */
const MAY_BE_OURS = new Set(
  (['name-not-looked-up', 'proxy', 'no-connection', 'unreachable'] as const).map(code =>
    failureSummary({ status: null, error: null, cause: { code } }),
  ),
)

function toSeen(
  {
    receiver,
    failures,
    recent,
    first_failure,
    last_failure,
    last_delivery,
    cause,
  }: ReceiverStateRow,
  company: string | null,
): ReceiverSeen {
  return {
    ...{ receiver, company, failures, recent, cause },
    first: first_failure,
    last: last_failure,
    success: last_delivery,
    mayBeOurs: cause !== null && MAY_BE_OURS.has(cause),
  }
}

async function companiesWithContact(
  db: Kysely<Schema>,
  { service, account }: DueWatch,
): Promise<string[]> {
  const rows = await db
    .selectFrom('notice_recipient')
    .select('company')
    .where('service', '=', service)
    .where('account', '=', account)
    .where('confirmed_at', 'is not', null)
    .where('unsubscribed_at', 'is', null)
    .execute()
  return rows.flatMap(({ company }) => company ?? [])
}

/** How many blocked numbers have become due on the days since the last look. */
async function numbersDue(
  db: Kysely<Schema>,
  { service, account, state }: DueWatch,
  today: string,
  timeZone: string,
): Promise<number> {
  if (state.lookedAt === null) return 0
  const lastDay = dayOf(new Date(state.lookedAt), timeZone)
  if (lastDay >= today) return 0
  const row = await db
    .selectFrom('block_note')
    .select(sql<number>`sum(cardinality(phone_numbers))::integer`.as('numbers'))
    .where('service', '=', service)
    .where('account', '=', account)
    .where('until', '>', lastDay)
    .where('until', '<=', today)
    .executeTakeFirst()
  return row?.numbers ?? 0
}

async function runsOf(db: Kysely<Schema>, watch: DueWatch, now: Date) {
  const { service, account, startedAt, state } = watch
  const last = state.lookedAt === null ? now.getTime() : Date.parse(state.lookedAt)
  const since = new Date(Math.max(startedAt.getTime(), last - RUN_OVERLAP_MS))
  const [finished, paused, orders] = await Promise.all([
    sql<Seen['finished'][number]>`
      select run.id, run.name,
        (select count(*) from replay_item item where run_id = run.id and item.state = 'delivered')::integer as delivered,
        (select count(*) from replay_item item where run_id = run.id and item.state = 'failed_again')::integer as failed,
        (select count(*) from replay_item item where run_id = run.id and item.state = 'skipped')::integer as skipped
      from replay_run run
      where service = ${service} and account = ${account} and run.state = 'finished' and finished_at >= ${since}
    `.execute(db),
    sql<Seen['paused'][number]>`
      select run.id, run.name, receiver.receiver_name as receiver
      from replay_run run join replay_receiver receiver on receiver.run_id = run.id
      where service = ${service} and account = ${account} and run.state = 'running'
        and receiver.pause is not null and receiver.wait_until is null and receiver.stop_reason is null
      union all
      select id, name, null from replay_run
      where service = ${service} and account = ${account} and state = 'paused'
    `.execute(db),
    sql<Seen['orders'][number]>`
      select run.id, run.name, made.receiver_name as receiver,
        made.ended is null and made.ends_at > ${now} and run.state in ('running', 'paused') as "isActive",
        coalesce(made.problem, made.ended) as reason
      from standing_order made join replay_run run on run.id = made.run_id
      where service = ${service} and account = ${account}
        -- A run that has sent everything tells that it has finished.
        and run.state in ('running', 'paused', 'broken')
    `.execute(db),
  ])
  return { finished: finished.rows, paused: paused.rows, orders: orders.rows }
}

/** The others in a message are one line each. */
const MAX_DETAILED = 10
const FIRST_EVENTS = 3
/** A message for the operator is about all events, so it is left out if they are more. */
const MAX_FOR_OPERATOR = 500

const PATHS: Record<FailedEventList, string> = {
  call_events_fail: '/failed-calls',
  transcription_events_fail: '/failed-ai-events',
}

/** Adds the companies, the first events, and the text for the operator to what is told about receivers. */
async function withDetails(
  { db, timeZone, upstream }: LookDependencies,
  watch: DueWatch,
  { copies, rows, notices, now }: { copies: EventCopy[]; rows: Rows; notices: Told[]; now: Date },
): Promise<Told[]> {
  const times = timesIn(timeZone)
  const to_date = addDays(dayOf(now, timeZone), 1)
  const detailed = notices
    .filter(({ kind }) => kind === 'failing' || kind === 'still_failing')
    .slice(0, MAX_DETAILED)
  const details = new Map<Told, NoticeFacts>()
  for (const told of detailed) {
    const row = rows.get(told.company)?.find(({ receiver }) => receiver === told.receiver)
    if (row?.missing_since == null) continue
    const days = { from_date: row.missing_since, to_date }
    const events: MessageEvent[] = []
    for (const copy of copies) events.push(...(await missingOf(copy, days, told)))
    const ordered = events.toSorted((one, other) => momentOf(one.at) - momentOf(other.at))
    const { companies, receiver } = row
    const list = row.calls >= row.ai_events ? 'call_events_fail' : 'transcription_events_fail'
    const to = addDays(to_date, -1)
    const search = { from: days.from_date, to, view: 'groups', receiver, state: 'missing' }
    details.set(told, {
      companies,
      outcome_of_last: ordered.at(-1)?.outcome ?? null,
      events: ordered.slice(0, FIRST_EVENTS).map(({ list, at, caller, callId }) => ({
        ...{ list, at, callId },
        caller: maskedCaller(caller),
      })),
      operator_text:
        events.length === 0 || events.length > MAX_FOR_OPERATOR
          ? null
          : composeMessage(ordered, { times, options: FOR_OPERATOR, isSigned: upstream.isOwn })
              .text,
      link: `${PATHS[list]}?${new URLSearchParams(search)}`,
    })
  }
  return notices.map(told => ({ ...told, facts: { ...told.facts, ...details.get(told) } }))

  async function missingOf({ id, list }: EventCopy, days: Days, { receiver, company }: Told) {
    const source = await eventSource(db, watch, id, { list, ...days }, timeZone)
    const criteria = { receiver: receiver ?? '', ...(company !== null && { company }) }
    const size = MAX_FOR_OPERATOR + 1
    const query = { criteria, sort: 'failed_at', of: size, offset: 0, size } as const
    const names = await listedEvents(db, source, { ...query, chosen: 'missing' }, 'missing')
    const listed = await eventsNamed(db, source, names)
    return listed.map(row => {
      const event = listedMessageEvent(list, toListedEvent(row, timeZone))
      // A query may contain a key, which doesn't belong into a message that leaves by itself.
      return { ...event, url: event.url?.replace(/[?#].*/s, '') ?? null }
    })
  }
}

type Days = { from_date: string; to_date: string }

const FOR_OPERATOR = { audience: 'operator', language: 'en', showsCallers: false } as const

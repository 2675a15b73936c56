import type { Insertable } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import { readEvent, STANDARD } from '../../../../contract/fields/read-event.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import type { Database } from '../../../database/database.ts'
import type { Schema } from '../../../database/schema.ts'
import { startUpstream, type TestUpstream } from '../../../testing/peers/test-upstream.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '../../../testing/test-gateway.ts'
import { eventFacts } from '../reading/event-facts.ts'

export const LIST = 'call_events_fail'
const ACCOUNT = 'acme'
const DAY = '2026-11-21'

export type CopiedEvent = {
  id: string
  ordinal?: number
  day?: string
  /** "10:30" of its day, in UTC; null if the service doesn't say. */
  time?: string | null
  kind?: string | null
  callback_url?: string | null
  status?: number | null
  error?: string | null
  call?: object
  cursor?: string
}

export type CopiedEvents = {
  gateway: TestGateway
  database: Database
  upstream: TestUpstream
  service: string
  mirrorId: number
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** @param facts columns of event_state */
  setState(eventId: string, facts: object): Promise<void>
  setReceiver(trackingNumber: string, url: string): Promise<void>
}

/**
 * A gateway whose copy of the account's list has these events, for the tests of one file. The days from the 20th
 * until the 22nd of November need no further reading. Before each test, no event has a state, and no receiver is set.
 *
 * @param events of each day as the service lists them
 */
export async function copiedEventsOfFile(
  events: CopiedEvent[],
  options: TestGatewayOptions = {},
): Promise<CopiedEvents> {
  const upstream = await startUpstream((_, response) => response.end('{"count":0,"results":[]}'))
  const database = await openTestDatabase()
  const accountOf = async (authorization: string) => authorization.replace('Token ', '')
  const gateway = await startTestGateway(upstream.url, { database, accountOf, ...options })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
  })
  const { db } = database
  const owner = { service: upstream.url, account: ACCOUNT }
  beforeEach(async () => {
    await db.deleteFrom('event_state').execute()
    await db.deleteFrom('receiver_setting').execute()
  })
  const { id: mirrorId } = await db
    .insertInto('event_mirror')
    .values({ ...owner, list: LIST })
    .returning('id')
    .executeTakeFirstOrThrow()
  const days = [-1, 0, 1].map(days => addDays(DAY, days))
  const read = { mirror_id: mirrorId, complete_at: new Date(), is_final: true }
  await db
    .insertInto('event_mirror_day')
    .values(days.map(day => ({ ...read, day })))
    .execute()
  const rows = events.map((event, position) => copiedRow(event, mirrorId, position))
  if (rows.length > 0) await db.insertInto('listed_event').values(rows).execute()
  return {
    gateway,
    database,
    upstream,
    mirrorId,
    service: upstream.url,
    async setState(event_id, facts) {
      await db
        .insertInto('event_state')
        .values({ ...owner, list: LIST, event_id, ...facts })
        .execute()
    },
    async setReceiver(tracking_number, url) {
      await db
        .insertInto('receiver_setting')
        .values({ ...owner, tracking_number, url, who: null })
        .execute()
    },
    get: (path, headers = {}) =>
      fetch(`${gateway.url}${path}`, {
        headers: { authorization: `Token ${ACCOUNT}`, ...headers },
      }),
  }
}

/** A row of `listed_event`. */
export function copiedRow(event: CopiedEvent, mirrorId: number, position: number) {
  const { id, kind = 'call_termination', ordinal = 1, cursor = null, call = {} } = event
  const { day = DAY, time = '10:00', callback_url, status = null, error = null } = event
  const at = time && `${day}T${time}:00Z`
  const attempts = status === null && error === null ? [] : [{ at, status, error }]
  const item = { id, event: kind, callback_url, failed_at: at, attempts, request_json: call }
  const facts = eventFacts(readEvent(item, STANDARD), id)
  const date = (stamp: string | null) => (stamp === null ? null : new Date(stamp))
  return {
    ...facts,
    failed_at: date(facts.failed_at),
    at: date(facts.at),
    call_start: date(facts.call_start),
    call_end: date(facts.call_end),
    mirror_id: mirrorId,
    ordinal,
    day,
    position,
    page: 1,
    cursor,
    walk_from: day,
    walk_to: addDays(day, 1),
    cause_code: null,
  } satisfies Insertable<Schema['listed_event']>
}

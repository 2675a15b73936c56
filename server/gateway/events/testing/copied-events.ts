import type { Insertable } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import { readEvent, STANDARD } from '../../../../contract/fields/read-event.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import type { Schema } from '../../../database/schema.ts'
import { startUpstream } from '../../../testing/peers/test-upstream.ts'
import { addRow, addRows } from '../../../testing/rows.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import {
  JSON_BODY,
  startTestGateway,
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

/**
 * A gateway whose copy of the account's list has these events, for the tests of one file. The days from the 20th
 * until the 22nd of November need no further reading. Before each test, no event has a state, and no receiver is set.
 *
 * @param events of each day as the service lists them
 */
export async function copiedEventsOfFile(events: CopiedEvent[], options: TestGatewayOptions = {}) {
  const upstream = await startUpstream((_, response) => response.end('{"count":0,"results":[]}'))
  const database = await openTestDatabase()
  const accountOf = async (authorization: string) => authorization.replace('Token ', '')
  const gateway = await startTestGateway(upstream.url, { database, own: { accountOf }, ...options })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
  })
  const { db } = database
  const owner = { service: upstream.url, account: ACCOUNT }
  const own = { authorization: `Token ${ACCOUNT}` }
  /** As a replay does by the row of its run. */
  const changeVersion = () =>
    db
      .updateTable('event_mirror')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .execute()
  beforeEach(async () => {
    await db.deleteFrom('event_state').execute()
    await db.deleteFrom('receiver_setting').execute()
    await changeVersion()
  })
  const { id: mirrorId } = await addRow(db, 'event_mirror', { ...owner, list: LIST })
  const days = [-1, 0, 1].map(days => addDays(DAY, days))
  const read = { mirror_id: mirrorId, complete_at: new Date(), is_final: true }
  await addRows(db, 'event_mirror_day', ...days.map(day => ({ ...read, day })))
  const rows = events.map((event, position) => copiedRow(event, mirrorId, position))
  if (rows.length > 0) await db.insertInto('listed_event').values(rows).execute()
  return {
    ...{ gateway, database, upstream, mirrorId, service: upstream.url },
    /** @param facts columns of event_state */
    async setState(event_id: string, facts: object) {
      await addRow(db, 'event_state', { ...owner, list: LIST, event_id, ...facts })
      await changeVersion()
    },
    async setReceiver(tracking_number: string, url: string) {
      await addRow(db, 'receiver_setting', { ...owner, tracking_number, url, who: null })
    },
    get: (path: string, headers = {}) =>
      fetch(`${gateway.url}${path}`, { headers: { ...own, ...headers } }),
    post: (path: string, body: object, headers = {}) =>
      fetch(`${gateway.url}${path}`, {
        method: 'POST',
        headers: { ...own, ...JSON_BODY, ...headers },
        body: JSON.stringify(body),
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

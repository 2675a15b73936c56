import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach } from 'vitest'
import type { Reading } from '../../../../../contract/events.ts'
import type { FailedEventList } from '../../../../../contract/failed-event.ts'
import { REAL_CLOCK } from '../../../../config/timings.ts'
import type { Database } from '../../../../database/database.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { answer, EMPTY_PAGE } from '../../../../testing/peers/test-upstream.ts'
import { openTestDatabase } from '../../../../testing/test-database.ts'
import { TEST_TIMINGS } from '../../../../testing/test-timings.ts'
import { ActivityLog } from '../../../activity/activity-log.ts'
import { FieldRepository } from '../../../fields/field-repository.ts'
import type { ListRange } from '../../../replays/reading/list-page.ts'
import { startListUpstream } from '../../../replays/testing/list-upstream.ts'
import type { Caller } from '../../../session/caller.ts'
import { ProvenLists } from '../../../session/proven-lists.ts'
import { createUpstream } from '../../../upstream/upstream.ts'
import { connectUpstream } from '../../../upstream/upstream-connections.ts'
import { EventReader, type EventReaderDependencies } from '../event-reader.ts'
import { readingOf } from '../mirror-store.ts'

export const TIME_ZONE = 'Africa/Johannesburg'

const LIST: FailedEventList = 'call_events_fail'

/** Days that are final after their first complete reading. */
export const PAST: ListRange = { list: LIST, from_date: '2024-03-01', to_date: '2024-03-02' }
/** Days that are never final. */
export const FUTURE: ListRange = { list: LIST, from_date: '2999-01-01', to_date: '2999-01-02' }

/** An item without a payload, by default of the first day of `PAST`. */
export function item(id: number | string, more: object = {}): string {
  return JSON.stringify({
    id,
    event: 'call_termination',
    callback_url: 'https://hooks.example.com/calls',
    failed_at: '2024-03-01T12:00:00+02:00',
    attempts: [],
    request_json: { call_id: id, tracking_number: '27105550199' },
    ...more,
  })
}

/** Newest first: from `last` down to 1. */
export function itemsDownFrom(last: number, more: object = {}): string[] {
  return Array.from({ length: last }, (_, at) => item(last - at, more))
}

type ProcessOptions = Partial<Pick<EventReaderDependencies, 'clock' | 'maxCopiedEvents'>> & {
  timings?: Partial<EventReaderDependencies['timings']>
}

/** A service and a database for the tests of one file. Before each test, the service lists its items again. */
export async function copiesOfFile() {
  const upstream = await startListUpstream()
  const database = await openTestDatabase()
  const { db } = database
  const logger = pino({ level: 'silent' })
  const fields = new FieldRepository({
    db,
    service: upstream.url,
    timeZone: TIME_ZONE,
    isForeign: true,
    file: null,
    activity: new ActivityLog({ db, logger }),
  })
  const connections = connectUpstream(upstream.url, TEST_TIMINGS.upstreamTimeoutMs, fields)
  const service = createUpstream(connections, upstream.url)
  const processes: EventReader[] = []
  let now = Date.now()
  /** What the processes know of what a token may read, by a clock that only `passMinute` moves. */
  const provenLists = new ProvenLists(service, { now: () => now })
  beforeEach(() => {
    upstream.behave(upstream.serve)
    upstream.prove((_request, response) => answer(response, 200, EMPTY_PAGE))
    upstream.requests.length = 0
    upstream.proofs.length = 0
    upstream.afterPage = () => {}
    upstream.maxPageSize = 100
  })
  afterAll(async () => {
    await Promise.all(processes.map(process => process.stop()))
    await connections.close()
    await upstream.close()
    await database.close()
  })
  /** Looks at a range as a dashboard does, until its reading is as a test wants it. */
  async function readUntil(
    reader: EventReader,
    caller: Caller,
    range: ListRange,
    isSo: (reading: Reading) => boolean,
  ) {
    let result: { reading: Reading; ids: string[] } | undefined
    await eventually(async () => {
      const id = await reader.requestRange(caller, range)
      const reading = await readingOf(db, id, range, TIME_ZONE)
      if (isSo(reading)) result = { reading, ids: await copiedIds(database, id, range) }
      else if (reading.problem !== null) throw new Error(reading.problem.detail)
      return result !== undefined
    })
    if (result === undefined) throw new Error('nobody looked')
    return result
  }
  return {
    ...{ upstream, database, fields, provenLists, readUntil },
    passMinute() {
      now += 60_001
    },
    /** The same until all of it is read. */
    readAll: (reader: EventReader, caller: Caller, range: ListRange) =>
      readUntil(reader, caller, range, ({ is_complete, is_reading }) => is_complete && !is_reading),
    /** The same until its reading has a problem. */
    readToProblem: (reader: EventReader, caller: Caller, range: ListRange) =>
      readUntil(reader, caller, range, ({ problem }) => problem !== null),
    /** Looks at the first range until the service's refusal with this status is known. */
    readToRefusal: (reader: EventReader, caller: Caller, status: number) =>
      eventually(() =>
        reader.requestRange(caller, PAST).then(
          () => false,
          error => error.status === status,
        ),
      ),
    /** Somebody looked at the ranges of an account, or opened them, longer ago. */
    async ageReading({ account }: Caller, interval: string, column = 'asked_at') {
      const at = sql.ref(column)
      await sql`
        update event_reading set ${at} = ${at} - ${interval}::interval
        where mirror_id in (select id from event_mirror where account = ${account})
      `.execute(db)
    },
    /** Two minutes pass since the readings of an account failed. */
    async ageProblem({ account }: Caller) {
      await sql`
        update event_reading
        set problem = problem || jsonb_build_object('at', now() - interval '2 minutes')
        where mirror_id in (select id from event_mirror where account = ${account})
      `.execute(db)
    },
    /** Time passes, so that days that may change are read again. */
    async age({ account }: Caller) {
      await sql`
        update event_mirror_day set complete_at = complete_at - interval '1 hour'
        where mirror_id in (select id from event_mirror where account = ${account})
      `.execute(db)
    },
    /** The causes of all copied events of an account. */
    async causes({ account }: Caller) {
      const rows = await db
        .selectFrom('listed_event')
        .innerJoin('event_mirror', 'event_mirror.id', 'mirror_id')
        .select('cause')
        .where('account', '=', account)
        .execute()
      return rows.map(({ cause }) => cause)
    },
    /** A further process with the same database. */
    process({ clock = REAL_CLOCK, timings = {}, ...options }: ProcessOptions = {}) {
      const reader = new EventReader({
        ...options,
        db,
        longDb: database.longDb,
        upstream: service,
        fields,
        provenLists,
        clock,
        logger,
        timeZone: TIME_ZONE,
        timings: { ...TEST_TIMINGS, ...timings },
      })
      processes.push(reader)
      return reader
    },
    /** Somebody with this token, who may read the list; a foreign service's account is the token. */
    caller(account: string, token = account): Caller {
      provenLists.noteAccepted(token, LIST)
      const authorization = `Token ${token}`
      const owner = { account, service: service.name, tokenKey: token, who: null }
      return { ...owner, authorization, sessionId: null }
    },
  }
}

/** The keys of the copied events, in their order: "4711~2" for the second event with an id. */
async function copiedIds({ db }: Database, mirrorId: number, range: ListRange) {
  const rows = await db
    .selectFrom('listed_event')
    .select(['event_id', 'ordinal'])
    .where('mirror_id', '=', mirrorId)
    .where('day', '>=', range.from_date)
    .where('day', '<', range.to_date)
    .orderBy('day', 'desc')
    .orderBy('position')
    .execute()
  return rows.map(({ event_id, ordinal }) => (ordinal === 1 ? event_id : `${event_id}~${ordinal}`))
}

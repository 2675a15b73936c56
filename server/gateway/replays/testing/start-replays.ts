import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Database } from '../../../database/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startReceiver, type TestReceiver } from '../../../testing/peers/test-receiver.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '../../../testing/test-gateway.ts'
import { type ListUpstream, startListUpstream } from './list-upstream.ts'
import { ReplayClient } from './replay-client.ts'

/** How many events a receiver gets in the first steps of a run: 1, 2, 5 and 20. */
export const FIRST_STEPS = 28

export type Replays = {
  /** The service whose events are replayed. */
  upstream: ListUpstream
  /** Their receiver. */
  receiver: TestReceiver
  gateway: TestGateway
  database: Database
  thandi: ReplayClient
  pieter: ReplayClient
  /** Somebody who is signed in with this token; each has their own account. */
  client(token: string): ReplayClient
  /**
   * Lists this many events that were not there before, to the receiver or to another URL of its host.
   * Returns their ids, newest first.
   */
  list(count: number, url?: string): string[]
  /**
   * Lists an event that was not there before for each of these lists. Both lists use the same ids. Returns their
   * payloads.
   */
  listIn(lists: FailedEventList[]): string[]
  /** The receiver answers nobody, or nobody after the first `answered`, until the returned function is called. */
  hold(answered?: number): () => void
  /** The ids of the events that the receiver got, in that order. */
  sent(): string[]
  /** Their payloads, in that order. */
  sentPayloads(): string[]
  /** Resolves when no job is left, so that nothing more can be sent without a new request. */
  nothingLeftToSend(): Promise<void>
  /** Resolves when a process has claimed the item that a person waits for. */
  urgentOneIsClaimed(): Promise<void>
  /** Resolves when processes hold the claims of this many items. */
  claimed(count: number): Promise<void>
  close(): Promise<void>
}

/**
 * What `startReplays` returns, for the tests of one file. Before each test, the receiver answers 200, the
 * service lists its items, and both forget their requests.
 */
export async function replaysOfFile(options: TestGatewayOptions = {}): Promise<Replays> {
  const replays = await startReplays(options)
  const { upstream, receiver } = replays
  beforeEach(() => {
    upstream.behave(upstream.serve)
    upstream.requests.length = 0
    upstream.aiItems = null
    receiver.behave(200)
    receiver.requests.length = 0
  })
  afterAll(() => replays.close())
  return replays
}

/** A gateway between a service and a receiver, and two people who replay. */
export async function startReplays(options: TestGatewayOptions = {}): Promise<Replays> {
  const upstream = await startListUpstream()
  const receiver = await startReceiver(200)
  const database = await openTestDatabase()
  const gateway = await startTestGateway(upstream.url, {
    receivers: [receiver],
    database,
    ...options,
  })
  const client = (token: string) => new ReplayClient(gateway.url, token)
  let made = 0
  return {
    upstream,
    receiver,
    gateway,
    database,
    thandi: client('a'.repeat(40)),
    pieter: client('b'.repeat(40)),
    client,
    list(count, url = receiver.url) {
      const ids = Array.from({ length: count }, () => String(++made)).reverse()
      upstream.items = ids.map(
        id => `{"id":${id},"callback_url":"${url}","request_json":{"call_id":${id}}}`,
      )
      return ids
    },
    listIn(lists) {
      const first = made + 1
      const payloads = lists.map(() => `{"call_id":${++made}}`)
      const itemsOf = (list: FailedEventList) =>
        payloads
          .filter((_payload, at) => lists[at] === list)
          .map(
            (payload, at) =>
              `{"id":${first + at},"callback_url":"${receiver.url}","request_json":${payload}}`,
          )
          .reverse()
      upstream.items = itemsOf('call_events_fail')
      upstream.aiItems = itemsOf('transcription_events_fail')
      return payloads
    },
    nothingLeftToSend: () =>
      eventually(async () => {
        const { rows } = await sql`
          select 1 from job_queue.job where name = 'replay-attempt' limit 1
        `.execute(database.db)
        return rows.length === 0
      }),
    claimed: count =>
      eventually(async () => {
        const { rows } = await sql`
          select 1 from job_queue.job where name = 'replay-attempt' and state = 'active'
        `.execute(database.db)
        return rows.length === count
      }),
    urgentOneIsClaimed: () =>
      eventually(async () => {
        const { rows } = await sql`
          select 1 from job_queue.job
          where name = 'replay-attempt' and priority > 0 and state = 'active'
        `.execute(database.db)
        return rows.length === 1
      }),
    hold(answered = 0) {
      const held = Promise.withResolvers<void>()
      receiver.behave(async (_request, response) => {
        if (receiver.requests.length > answered) await held.promise
        response.end()
      })
      return held.resolve
    },
    sentPayloads: () => receiver.requests.map(({ body }) => body),
    sent: () => receiver.requests.map(({ headers }) => String(headers['webhook-id'])),
    async close() {
      await gateway.close()
      await upstream.close()
      await receiver.close()
    },
  }
}

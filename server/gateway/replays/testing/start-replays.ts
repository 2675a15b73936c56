import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startReceiver } from '../../../testing/peers/test-receiver.ts'
import { onlyRow } from '../../../testing/rows.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '../../../testing/test-gateway.ts'
import { failedCall, startListUpstream } from './list-upstream.ts'
import { ReplayClient } from './replay-client.ts'

/** How many events a receiver gets in the first steps of a run: 1, 2, 5 and 20. */
export const FIRST_STEPS = 28

export type Replays = Awaited<ReturnType<typeof startReplays>>

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
export async function startReplays(options: TestGatewayOptions = {}) {
  /** The service whose events are replayed, and their receiver. */
  const [upstream, receiver] = [await startListUpstream(), await startReceiver(200)]
  const database = await openTestDatabase()
  const processes = new Set<TestGateway>()
  const stateOf = async (id: string) => (await onlyRow(database.db, 'replay_run', { id })).state

  /** Another process on the database. */
  async function startProcess(more: TestGatewayOptions = {}) {
    const kept = { ...database, close: async () => {} }
    const started = { receivers: [receiver], database: kept, ...options, ...more }
    const process = await startTestGateway(upstream.url, started)
    processes.add(process)
    return {
      ...process,
      client: (token: string) => new ReplayClient(process.url, token, stateOf),
      async close() {
        processes.delete(process)
        await process.close()
      },
    }
  }

  const gateway = await startProcess()
  /** Somebody who is signed in with this token; each has their own account. */
  const { client } = gateway
  let made = 0

  /** How many jobs the queue has, by default in any state and of any priority. */
  async function countJobs(state: 'active' | null = null, priority = 0): Promise<number> {
    const { rows } = await sql`
      select 1 from job_queue.job where name = 'replay-attempt' and priority >= ${priority}
        and state::text = coalesce(${state}::text, state::text)
    `.execute(database.db)
    return rows.length
  }

  return {
    ...{ upstream, receiver, gateway, startProcess, database, client, countJobs },
    thandi: client('a'.repeat(40)),
    pieter: client('b'.repeat(40)),
    /**
     * Lists this many events that were not there before, to the receiver or to another URL of its host.
     * Returns their ids, newest first.
     */
    list(count: number, url = receiver.url): string[] {
      const ids = Array.from({ length: count }, () => String(++made)).reverse()
      upstream.items = ids.map(id => failedCall(id, url))
      return ids
    },
    /**
     * Lists an event that was not there before for each of these lists. Both lists use the same ids. Returns their
     * payloads.
     */
    listIn(lists: FailedEventList[]): string[] {
      const first = made + 1
      const payloads = lists.map(() => `{"call_id":${++made}}`)
      const itemsOf = (list: FailedEventList) =>
        payloads
          .filter((_payload, at) => lists[at] === list)
          .map((payload, at) => failedCall(first + at, receiver.url, payload))
          .reverse()
      upstream.items = itemsOf('call_events_fail')
      upstream.aiItems = itemsOf('transcription_events_fail')
      return payloads
    },
    /** Resolves when no job is left, so that nothing more can be sent without a new request. */
    nothingLeftToSend: () => eventually(async () => (await countJobs()) === 0),
    /** Resolves when processes hold the claims of this many items. */
    claimed: (count: number) => eventually(async () => (await countJobs('active')) === count),
    /** Resolves when a process has claimed the item that a person waits for. */
    urgentOneIsClaimed: () => eventually(async () => (await countJobs('active', 1)) === 1),
    /** From now on the receiver answers nobody. Each of the returned functions answers one of its requests. */
    holdEach() {
      const held: ((status?: number) => void)[] = []
      receiver.behave((_request, response) => {
        held.push((status = 200) => response.writeHead(status).end())
      })
      return held
    },
    /** The receiver answers nobody, or nobody after the first `answered`, until the returned function is called. */
    hold(answered = 0): () => void {
      const held = Promise.withResolvers<void>()
      receiver.behave(async (_request, response) => {
        if (receiver.requests.length > answered) await held.promise
        response.end()
      })
      return held.resolve
    },
    /** The ids of the events that the receiver got, in that order, and their payloads. */
    sent: () => receiver.requests.map(({ headers }) => String(headers['webhook-id'])),
    sentPayloads: () => receiver.requests.map(({ body }) => body),
    async close() {
      for (const process of processes) await process.close()
      await database.close()
      await upstream.close()
      await receiver.close()
    },
  }
}

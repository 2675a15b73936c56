import { sql } from 'kysely'
import type { Timings } from '../../../config/timings.ts'
import type { Database } from '../../../database/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startReceiver, type TestReceiver } from '../../../testing/peers/test-receiver.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { startTestGateway, type TestGateway } from '../../../testing/test-gateway.ts'
import { type ListUpstream, startListUpstream } from './list-upstream.ts'
import { ReplayClient } from './replay-client.ts'

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
  /** The ids of the events that the receiver got, in that order. */
  sent(): string[]
  /** Resolves when no job is left, so that nothing more can be sent without a new request. */
  nothingLeftToSend(): Promise<void>
  /** Resolves when a process has claimed the item that a person waits for. */
  urgentOneIsClaimed(): Promise<void>
  /** Resolves when processes hold the claims of this many items. */
  claimed(count: number): Promise<void>
  close(): Promise<void>
}

/** A gateway between a service and a receiver, and two people who replay. */
export async function startReplays(timings: Partial<Timings> = {}): Promise<Replays> {
  const upstream = await startListUpstream()
  const receiver = await startReceiver(200)
  const database = await openTestDatabase()
  const gateway = await startTestGateway(upstream.url, { receivers: [receiver], database, timings })
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
    sent: () => receiver.requests.map(({ headers }) => String(headers['webhook-id'])),
    async close() {
      await gateway.close()
      await upstream.close()
      await receiver.close()
    },
  }
}

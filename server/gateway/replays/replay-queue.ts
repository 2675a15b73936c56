import type { Kysely, Transaction } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { fromKysely } from 'pg-boss'
import { z } from 'zod'
import type { Schema } from '../../database/schema.ts'
import type { Sender } from '../../delivery/sender.ts'
import type { ClaimedItem, ReplayRepository } from './replay-repository.ts'

const QUEUE = 'replay'
const Job = z.object({ itemId: z.int() })

/** How many replays one process sends at a time, and how many of them to one receiver. */
const AT_A_TIME = 8
const AT_A_TIME_TO_ONE_RECEIVER = 4

const ADDED_AT_ONCE = 5_000

/**
 * What a replay says of itself to its receiver, for a service that tells us; null where it doesn't
 * know the event.
 */
export type ReplayHeaders = (
  event: { id: string; payload: string },
  at: Date,
) => Promise<Record<string, string> | null>

/** `jobId` is a uuid that whoever queues the item keeps with it. */
export type QueuedItem = { itemId: number; jobId: string; receiverUrl: string }

export type ReplayQueue = {
  /** Has the items sent once the transaction commits. */
  add(trx: Transaction<Schema>, items: QueuedItem[]): Promise<void>
  /** Takes their jobs back, those included that a worker has claimed and not begun with. */
  remove(trx: Transaction<Schema>, jobIds: string[]): Promise<void>
  /** Takes no more items, and resolves once those in flight are settled. */
  stop(): Promise<void>
}

/** Begins to send queued replays, those included that a process before this one left. */
export async function startReplayQueue(
  queue: PgBoss,
  db: Kysely<Schema>,
  repository: ReplayRepository,
  sender: Sender,
  replayHeaders: ReplayHeaders,
): Promise<ReplayQueue> {
  await queue.createQueue(QUEUE, {
    notify: true,
    // A little more than the sender's deadline: then the process that had the job is dead.
    expireInSeconds: 15,
    // What came of a replay is settled by us; a job fails only when its process died or its
    // database was away, and then it's worth another try.
    retryLimit: 100,
    retryDelay: 1,
  })
  // The first job looks the queue up on a connection of its own, which inside a transaction of the
  // embedded database would wait for itself forever. So it's looked up now.
  await queue.insert(QUEUE, [])
  await queue.work(
    QUEUE,
    {
      localConcurrency: AT_A_TIME,
      localGroupConcurrency: AT_A_TIME_TO_ONE_RECEIVER,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 5,
    },
    async jobs => {
      for (const job of jobs) {
        const claimed = { itemId: Job.parse(job.data).itemId, jobId: job.id }
        await sendItem(claimed, db, repository, sender, replayHeaders)
      }
    },
  )
  return {
    async add(trx, items) {
      const jobs = items.map(({ itemId, jobId, receiverUrl }) => ({
        id: jobId,
        data: { itemId },
        group: { id: URL.parse(receiverUrl)?.host ?? receiverUrl },
      }))
      for (let from = 0; from < jobs.length; from += ADDED_AT_ONCE) {
        const part = jobs.slice(from, from + ADDED_AT_ONCE)
        await queue.insert(QUEUE, part, { db: fromKysely(trx) })
      }
    },
    async remove(trx, jobIds) {
      if (jobIds.length > 0) await queue.deleteJob(QUEUE, jobIds, { db: fromKysely(trx) })
    },
    stop: () => queue.offWork(QUEUE),
  }
}

async function sendItem(
  claimed: ClaimedItem,
  db: Kysely<Schema>,
  repository: ReplayRepository,
  sender: Sender,
  replayHeaders: ReplayHeaders,
): Promise<void> {
  const [item] = await repository.beginSendingAll([claimed])
  if (item === undefined) return
  const { itemId, event_id, payload, receiver_url } = item
  const now = new Date()
  const headers = (await replayHeaders({ id: event_id, payload }, now)) ?? unsigned(event_id, now)
  const outcome = await sender.post(receiver_url, payload, headers)
  await db.transaction().execute(trx => repository.settleAll(trx, [{ itemId, outcome }]))
}

/** The delivery's own id, so that a receiver knows an event that it has had before; no secret, no signature. */
function unsigned(eventId: string, at: Date): Record<string, string> {
  return {
    'webhook-id': webhookId(eventId),
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  }
}

/** As it is, or percent-encoded where a header can't hold it: another service's ids may be any text. */
function webhookId(eventId: string): string {
  return /^[\x21-\x7e]+$/.test(eventId) ? eventId : encodeURIComponent(eventId.toWellFormed())
}

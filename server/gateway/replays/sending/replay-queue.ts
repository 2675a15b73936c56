import type { PgBoss } from 'pg-boss'
import { AttemptQueue, type ClaimTimings } from '../../../webhooks/engine/attempt-queue.ts'
import { AttemptWorker, type WorkerContext } from '../../../webhooks/engine/attempt-worker.ts'
import type { Sender } from '../../../webhooks/http/sender.ts'
import { beginSending, type ItemToSend, settleItems } from '../store/replay-repository.ts'

/** A replayed event, as its service returned it. */
export type ReplayedEvent = { id: string; payload: string }

/** The headers of a replay; null if the service doesn't know the event. */
export type HeadersOf = (event: ReplayedEvent, at: Date) => Record<string, string> | null

/** Called for many events at once. Reads what their headers are built from. */
export type ReplayHeaders = (events: ReplayedEvent[]) => Promise<HeadersOf>

export type ReplayQueueDependencies = WorkerContext & {
  queue: PgBoss
  sender: Sender
  replayHeaders: ReplayHeaders
  /** Default: true. Otherwise other processes send the items that are added here. */
  makesAttempts?: boolean
}

/** The job queue of replays: one job for each event of a run. */
export function openReplayQueue(boss: PgBoss, timings: ClaimTimings): Promise<AttemptQueue> {
  return AttemptQueue.open(boss, {
    name: 'replay-attempt',
    idField: 'itemId',
    hasUrgent: true,
    claimLifetimeS: timings.claimLifetimeS,
    claimReleaseS: timings.claimReleaseS,
  })
}

/**
 * Starts to send queued replays, including replays that an earlier process left.
 *
 * @param onDue called after outcomes that let more items be released
 */
export function startReplayWorker(
  dependencies: ReplayQueueDependencies,
  queue: AttemptQueue,
  onDue: () => void,
) {
  const { db, sender, replayHeaders } = dependencies
  const madeRoom = new WeakSet<object>()
  return new AttemptWorker({
    ...dependencies,
    queues: [queue],
    async read(due) {
      const items = await beginSending(db, due)
      const events = items.map(({ event_id, payload }) => ({ id: event_id, payload }))
      const headersOf = await replayHeaders(events)
      return new Map(items.map(item => [item.jobId, { ...item, headersOf }]))
    },
    attempt: ({ headersOf, ...item }) => send(item, headersOf, sender),
    async record(trx, attempts, detail) {
      if (await settleItems(trx, attempts, detail)) madeRoom.add(attempts)
      return []
    },
    recorded: attempts => madeRoom.has(attempts) && onDue(),
  })
}

async function send(item: ItemToSend, headersOf: HeadersOf, sender: Sender) {
  const { id, event_id, payload, url } = item
  const now = new Date()
  const headers = headersOf({ id: event_id, payload }, now) ?? unsignedHeaders(event_id, now)
  return { id, outcome: await sender.post(url, payload, headers) }
}

/**
 * The delivery's own id, so that a receiver recognises an event that it had before. Without a
 * secret there is no signature.
 */
function unsignedHeaders(eventId: string, at: Date): Record<string, string> {
  return {
    'webhook-id': webhookId(eventId),
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  }
}

/**
 * Unchanged, or percent-encoded if a header can't contain it: ids of other services may be any text.
 */
function webhookId(eventId: string): string {
  return /^[\x21-\x7e]+$/.test(eventId) ? eventId : encodeURIComponent(eventId.toWellFormed())
}

import type { Kysely, RawBuilder } from 'kysely'
import type { Env } from '../config/env.ts'
import type { Wait } from '../config/timings.ts'
import type { Schema } from '../database/schema.ts'

/** What is removed when it is old, in the order in which it is removed. */
export const KINDS = [
  'answers',
  'replays',
  'failed_events',
  'deliveries',
  'calls',
  'activity',
] as const
export type Kind = (typeof KINDS)[number]

/** How many days each kind is kept; null is for ever. */
export type Retention = Record<Kind, number | null>

export function retentionOf(env: Env): Retention {
  return {
    answers: env.ANSWER_RETENTION,
    replays: env.REPLAY_RETENTION,
    failed_events: env.FAILED_EVENT_RETENTION,
    deliveries: env.DELIVERY_RETENTION,
    calls: env.CALL_RETENTION,
    activity: env.ACTIVITY_RETENTION,
  }
}

/** How old data is removed without being noticed. */
export type Removal = {
  db: Kysely<Schema>
  /** How many rows one transaction looks at. */
  batchSize: number
  wait: Wait
  /** Ends the removal between two batches. */
  signal: AbortSignal
}

type Batch = { removed: number; isLast: boolean }

/**
 * Repeats a batch until the last one. After each, it waits for as long as the batch took, so that
 * deliveries get at least half of the database's time.
 *
 * @returns how many were removed
 * @throws the signal's reason
 */
export async function inBatches(
  { wait, signal }: Removal,
  removeBatch: () => Promise<Batch>,
): Promise<number> {
  let total = 0
  for (;;) {
    signal.throwIfAborted()
    const began = performance.now()
    const { removed, isLast } = await removeBatch()
    total += removed
    if (isLast) return total
    await wait(performance.now() - began, signal)
  }
}

/**
 * Deletes in batches until one deletes nothing: one that deletes few rows may have found rows that
 * another process deleted meanwhile.
 *
 * @param statement deletes at most `batchSize` rows
 */
export function deleteInBatches(removal: Removal, statement: RawBuilder<unknown>): Promise<number> {
  return inBatches(removal, async () => {
    const { numAffectedRows = 0n } = await statement.execute(removal.db)
    const removed = Number(numAffectedRows)
    return { removed, isLast: removed === 0 }
  })
}

/** What one batch of `walkTable` looked at. */
type Walked = { last: number | null; hasOld: boolean | null; removed: number }

/**
 * Walks a table by its ids, which grow with time, from the lowest: an index on the time would make each
 * attempt slower.
 *
 * @param batchAfter the statement of the batch after an id
 */
export function walkTable(
  removal: Removal,
  batchAfter: (id: number | string) => RawBuilder<Walked>,
): Promise<number> {
  // The telephone switch chooses the ids of calls, which may be negative.
  let after: number | string = '-9223372036854775808'
  return inBatches(removal, async () => {
    const { rows } = await batchAfter(after).execute(removal.db)
    const { last = null, hasOld = null, removed = 0 } = rows[0] ?? {}
    after = last ?? after
    return { removed, isLast: last === null || hasOld !== true }
  })
}

import { type Kysely, sql } from 'kysely'
import { dayOf } from '../../contract/time/calendar-date.ts'
import type { Schema } from '../database/schema.ts'
import { removeOldCalls } from './old-calls.ts'
import { removeOldDeliveries } from './old-deliveries.ts'
import { removeOldActivity, removeOldAnswers } from './old-entries.ts'
import { removeOldFailedEvents } from './old-failed-events.ts'
import { forgetUnlistedEvents, removeOldReplays } from './old-replays.ts'
import { KINDS, type Kind, type Removal, type Retention } from './retention.ts'

type OldData = {
  retention: Retention
  timeZone: string
  /** Our own service's name in our tables. */
  ownService: string
  /** Only tests pass their own. Default: the database's clock. */
  now?: Date | undefined
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** How each kind is removed that is older than `before`. */
const REMOVE: Record<Kind, (removal: Removal, before: Date, timeZone: string) => Promise<number>> =
  {
    answers: removeOldAnswers,
    replays: removeOldReplays,
    failed_events: (removal, before, timeZone) =>
      removeOldFailedEvents(removal, dayOf(before, timeZone)),
    deliveries: removeOldDeliveries,
    calls: removeOldCalls,
    activity: removeOldActivity,
  }

/**
 * Removes what is older than it is kept, in short transactions (docs/decisions/0060). If it is
 * interrupted, the next call continues.
 *
 * @returns how many of each kind were removed
 */
export async function removeOldData(
  removal: Removal,
  { retention, timeZone, ownService, now }: OldData,
): Promise<Record<Kind, number>> {
  const today = now ?? (await databaseTime(removal.db))
  const removed = { answers: 0, replays: 0, failed_events: 0, deliveries: 0, calls: 0, activity: 0 }
  for (const kind of KINDS) {
    const days = retention[kind]
    if (days === null) continue
    const before = new Date(today.getTime() - days * DAY_MS)
    removed[kind] = await REMOVE[kind](removal, before, timeZone)
  }
  await forgetUnlistedEvents(removal, ownService)
  return removed
}

/** A process whose clock is wrong must not remove everything. */
async function databaseTime(db: Kysely<Schema>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not say what time it is')
  return row.now
}

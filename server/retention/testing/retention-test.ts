import type { Database } from '../../database/database.ts'
import { TIME_ZONE } from '../../testing/test-service.ts'
import { type RetentionSettings, removeOldData } from '../remove-old-data.ts'
import type { Removal } from '../retention.ts'

export const DAY_MS = 24 * 60 * 60 * 1_000

/** A moment this many days before another. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

const FOR_EVER: RetentionSettings = {
  TIME_ZONE,
  ANSWER_RETENTION: null,
  REPLAY_RETENTION: null,
  FAILED_EVENT_RETENTION: null,
  DELIVERY_RETENTION: null,
  CALL_RETENTION: null,
  ACTIVITY_RETENTION: null,
  COPY_RETENTION: 35,
}

/** Removes what is older than `settings` allow, two rows at a time and without pauses. */
export async function remove(
  database: Database,
  now: Date,
  settings: Partial<RetentionSettings>,
  removal: Partial<Removal> = {},
) {
  const wait = async () => {}
  const { signal } = new AbortController()
  return removeOldData(
    { db: database.longDb, batchSize: 2, wait, signal, ...removal },
    { ...FOR_EVER, ...settings },
    now,
  )
}

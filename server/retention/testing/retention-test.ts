import type { Database } from '../../database/database.ts'
import { TIME_ZONE } from '../../testing/test-service.ts'
import { removeOldData } from '../remove-old-data.ts'
import { KINDS, type Removal, type Retention } from '../retention.ts'

export const DAY_MS = 24 * 60 * 60 * 1_000

/** A moment this many days before another. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

const FOR_EVER = Object.fromEntries(KINDS.map(kind => [kind, null])) as Retention

/** Removes what is older than `retention` allows, two rows at a time and without pauses. */
export async function remove(
  database: Database,
  now: Date,
  retention: Partial<Retention>,
  removal: Partial<Removal> = {},
) {
  const wait = async () => {}
  const { signal } = new AbortController()
  return removeOldData(
    { db: database.longDb, batchSize: 2, wait, signal, ...removal },
    { retention: { ...FOR_EVER, ...retention }, timeZone: TIME_ZONE, now },
  )
}

import { type Kysely, sql } from 'kysely'
import type { ConcurrentIndex } from './concurrent-indexes.ts'

/** Old calls are found by it. */
export const concurrentIndexes: ConcurrentIndex[] = [
  { name: 'tracked_call_by_end', on: 'tracked_call (ended_at, id)' },
]

/**
 * Which replay runs are older than they are kept (docs/decisions/0060). The version before ignores it,
 * and still lists such runs with what is left of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replay_run add column retired text`.execute(db)
}

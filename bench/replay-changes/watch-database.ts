import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../server/database/schema.ts'

/** The longest that were seen, in ms. */
export type Longest = { transaction: number; lockWait: number }

/** Often enough to see a transaction that others would notice. */
const LOOK_MS = 20

/** Looks at the transactions of all other connections until it is ended. */
export function watchDatabase(db: Kysely<Schema>): { end(): Promise<Longest> } {
  const longest = { transaction: 0, lockWait: 0 }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await sql<Longest>`
        select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float * 1000
            as transaction,
          (select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float * 1000
            from pg_locks where not granted) as "lockWait"
        from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()
          and datname = current_database()
      `.execute(db)
      longest.transaction = Math.max(longest.transaction, rows[0]?.transaction ?? 0)
      longest.lockWait = Math.max(longest.lockWait, rows[0]?.lockWait ?? 0)
      await sleep(LOOK_MS)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return longest
    },
  }
}

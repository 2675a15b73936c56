import { sql } from 'kysely'
import { REAL_CLOCK } from '../../server/config/timings.ts'
import type { Database } from '../../server/database/database.ts'
import { dropOldPartitions } from '../../server/retention/partitions/drop-partitions.ts'
import { readPartitions } from '../../server/retention/partitions/partitions.ts'
import { median } from '../measurement.ts'

export type Dropped = {
  deliveries: number
  ms: number
  /** How long single reads and writes of deliveries took in the meantime. */
  slowestMs: number
  medianMs: number
}

/**
 * Drops the oldest month while deliveries are read and written, one after the other on a connection of
 * their own.
 */
export async function measureDrop(database: Database): Promise<Dropped> {
  const { longDb: db, db: requests } = database
  // The first partition has two months, because the first night's job makes the next one a month ahead.
  await dropUpTo(database, 1)
  const taken: number[] = []
  let isOver = false
  const traffic = (async () => {
    while (!isOver) {
      const began = performance.now()
      await sql`
        update delivery set attempts = attempts where id = any(array[
          (select max(id) from delivery)
        ])
      `.execute(requests)
      taken.push(performance.now() - began)
    }
  })()
  const began = performance.now()
  const deliveries = await dropUpTo({ longDb: db }, 1)
  const ms = performance.now() - began
  isOver = true
  await traffic
  return { deliveries, ms, slowestMs: Math.max(...taken), medianMs: median(taken) }
}

/** Drops as many of the oldest partitions, as if deliveries were kept until then. */
async function dropUpTo({ longDb: db }: Pick<Database, 'longDb'>, count: number): Promise<number> {
  const partitions = (await readPartitions(db)) ?? []
  const end = partitions[count - 1]?.to
  const { rows } = await sql<{ before: Date }>`
    select max(settled_at) + interval '1 millisecond' as before from delivery
    where id >= ${(end ?? 0) - 1_000} and id < ${end}
  `.execute(db)
  const before = rows[0]?.before
  if (before === undefined) throw new Error('There is no partition to drop')
  const { signal } = new AbortController()
  const removal = { db, batchSize: 1_000, wait: REAL_CLOCK.wait, signal }
  return dropOldPartitions(removal, before)
}

import { type Kysely, sql } from 'kysely'
import { withoutLimits } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { countIdsSince } from './count-ids.ts'
import { checkRows, dropChecks, hasChecks } from './new-end.ts'
import {
  lastId,
  type Partition,
  readPartitions,
  type ShortLock,
  withShortLock,
} from './partitions.ts'

/** A partition for fewer ids would only make queries slower. */
const MIN_IDS = 100_000

/** One process at a time makes a partition. */
const LOCK = 3853314791062309109n

type Ahead = ShortLock & {
  url: string
  /** The next partition gets as many ids as there were since then. */
  monthAgo: Date
  /** Whether it may read a partition that has deliveries already, which takes as long as there are rows. */
  mayRead: boolean
}

/**
 * Makes the next partition before the first delivery needs it. The last partition has no end until then,
 * so deliveries don't depend on this. If it is interrupted, the next call starts again.
 *
 * @returns the id that the new partition begins with; null if there is nothing to do
 */
export async function makePartitionAhead(ahead: Ahead): Promise<number | null> {
  const open = (await readPartitions(ahead.db))?.at(-1)
  if (open === undefined) return null
  return withoutLimits(ahead.url, unlimited =>
    unlimited.transaction().execute(async trx => {
      if (!(await isLocked(trx))) return null
      // A process that was killed has left them. From some id on, they would refuse deliveries.
      if (await hasChecks(ahead.db, open)) {
        await withShortLock(ahead, trx => dropChecks(trx, open))
      }
      const start = await chooseStart(ahead, open)
      if (start === null) return null
      if (await hasRows(ahead.db, open)) {
        await checkRows({ ...ahead, unlimited }, open, start)
      }
      await divide(ahead, open, start)
      return start
    }),
  )
}

async function isLocked(trx: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as locked
  `.execute(trx)
  return rows[0]?.locked ?? false
}

/** Where the next partition begins; null if it isn't needed yet, or may not be made now. */
async function chooseStart(
  { db, monthAgo, mayRead }: Ahead,
  open: Partition,
): Promise<number | null> {
  const last = await lastId(db)
  if (open.from === null && last < MIN_IDS / 2) return null
  const isUsed = await hasRows(db, open)
  if (isUsed && !mayRead) return null
  const ids = Math.max(MIN_IDS, await countIdsSince(db, monthAgo))
  const from = open.from ?? 0
  if (!isUsed && from - last >= ids / 2) return null
  return Math.max(last, from) + ids
}

async function hasRows(db: Kysely<Schema>, { deliveries, attempts }: Partition): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ${sql.table(deliveries)})
      or exists (select from ${sql.table(attempts)}) as found
  `.execute(db)
  return rows[0]?.found ?? false
}

/** Ends a partition without an end at `start`, and adds the next one. */
function divide(ahead: ShortLock, open: Partition, start: number): Promise<void> {
  return withShortLock(ahead, async trx => {
    // In the order of a report. Foreign keys lock the first two.
    await sql`lock table tracked_call, tracking_number in share row exclusive mode`.execute(trx)
    await sql`lock table delivery, delivery_attempt in access exclusive mode`.execute(trx)
    const from = open.from === null ? sql`minvalue` : sql.lit(open.from)
    for (const [parent, part] of [
      ['delivery', open.deliveries],
      ['delivery_attempt', open.attempts],
    ] as const) {
      const [whole, ended] = [sql.table(parent), sql.table(part)]
      await sql`alter table ${whole} detach partition ${ended}`.execute(trx)
      await sql`
        alter table ${whole} attach partition ${ended} for values from (${from}) to (${sql.lit(start)})
      `.execute(trx)
    }
    await dropChecks(trx, open)
    await addPartition(trx, start)
  })
}

async function addPartition(trx: Kysely<Schema>, start: number): Promise<void> {
  const deliveries = sql.table(`delivery_from_${start}`)
  const attempts = sql.table(`delivery_attempt_from_${start}`)
  const bounds = sql`for values from (${sql.lit(start)}) to (maxvalue)`
  // As the first partition (0028), with room in each page for the outcome of an attempt (0010).
  await sql`
    create table ${deliveries} (
      like delivery including defaults including indexes,
      unique (call_id, event),
      foreign key (call_id) references tracked_call,
      foreign key (tracking_number_id) references tracking_number
    ) with (fillfactor = 70)
  `.execute(trx)
  await sql`alter table delivery attach partition ${deliveries} ${bounds}`.execute(trx)
  await sql`
    create table ${attempts} (like delivery_attempt including defaults including indexes)
  `.execute(trx)
  await sql`alter table delivery_attempt attach partition ${attempts} ${bounds}`.execute(trx)
}

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
  if (!(await findWork(ahead))) return null
  return withoutLimits(ahead.url, unlimited =>
    unlimited.transaction().execute(async trx => {
      // Another process may have done it, or is doing it.
      const work = (await isLocked(trx)) ? await findWork(ahead) : null
      if (work === null) return null
      const { open, isUsed } = work
      if (work.hasChecks) await withShortLock(ahead, trx => dropChecks(trx, open))
      if (!work.isDue) return null
      const start = Math.max(work.last, open.from ?? 0) + (await countIdsOfMonth(ahead))
      if (isUsed) await checkRows({ ...ahead, unlimited }, open, start)
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

type Work = {
  /** The partition without an end. */
  open: Partition
  last: number
  isUsed: boolean
  /** Whether a process that was killed has left its checks. From some id on, they refuse deliveries. */
  hasChecks: boolean
  isDue: boolean
}

/** null if there is none. */
async function findWork({ db, mayRead }: Ahead): Promise<Work | null> {
  const partitions = await readPartitions(db)
  const open = partitions?.at(-1)
  if (open === undefined) return null
  const found = {
    open,
    last: await lastId(db),
    isUsed: await hasRows(db, open),
    hasChecks: await hasChecks(db, open),
  }
  const from = open.from ?? 0
  const isFar = from - found.last >= (from - (partitions?.at(-2)?.from ?? 0)) / 2
  const isSmallSite = open.from === null && found.last < MIN_IDS / 2
  const isDue = !isSmallSite && (found.isUsed ? mayRead : !isFar)
  return isDue || found.hasChecks ? { ...found, isDue } : null
}

async function countIdsOfMonth({ db, monthAgo }: Ahead): Promise<number> {
  return Math.max(MIN_IDS, await countIdsSince(db, monthAgo))
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

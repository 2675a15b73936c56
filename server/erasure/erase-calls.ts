import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { partsOf } from '../retention/retention.ts'
import {
  callIdOf,
  erased,
  isFromCaller,
  itemWithoutCaller,
  MAX_ROWS_OF_BATCH,
  mayHave,
  withoutCaller,
} from './erased-text.ts'

/** What our own service keeps of a number, by ids. */
export type FoundCalls = {
  calls: number[]
  /** The failed events about these calls. */
  events: number[]
  /** Deliveries and failed events of other calls that name it. */
  mentions: Record<'delivery' | 'failed_event', number[]>
}

const TEXTS = [
  ['delivery', sql.ref('payload')],
  ['failed_event', sql.ref('item')],
] as const

/** Finds what our own service keeps of the calls from a number, with their AI analyses. */
export async function findCalls(db: Kysely<Schema>, digits: string): Promise<FoundCalls> {
  const fromCaller = TEXTS.map(([table, text]) =>
    idsOf(db, table, isFromCaller(text, digits), callIdOf(text)),
  )
  const calls = [...new Set((await Promise.all(fromCaller)).flat())]
  const isOfCalls = (text: RawBuilder<unknown>) =>
    sql<boolean>`coalesce(${callIdOf(text)} = any(${calls}::bigint[]), false)`
  const [deliveries = [], failedEvents = []] = await Promise.all(
    TEXTS.map(([table, text]) => {
      const has = sql`${mayHave(text, digits)} and ${text} <> ${erased(text, digits)}`
      return idsOf(db, table, sql`${has} and not ${isOfCalls(text)}`)
    }),
  )
  return {
    calls,
    events: await idsOf(db, 'failed_event', isOfCalls(sql.ref('item'))),
    mentions: { delivery: deliveries, failed_event: failedEvents },
  }
}

async function idsOf(
  db: Kysely<Schema>,
  table: 'delivery' | 'failed_event',
  condition: RawBuilder<unknown>,
  id: RawBuilder<number | null> = sql`id`,
): Promise<number[]> {
  const ids: number[] = []
  for await (const isInPart of partsOf(db, table, MAX_ROWS_OF_BATCH)) {
    const { rows } = await sql<{ found: number | null }>`
      select distinct ${id} as found from ${sql.table(table)} where ${isInPart} and ${condition}
    `.execute(db)
    ids.push(...rows.flatMap(({ found }) => found ?? []))
  }
  return ids
}

export type ErasedCalls = {
  deliveries: number
  /** The failed events about the calls. */
  events: number[]
  /** How many other failed events had the number. */
  mentions: number
}

/**
 * Erases the caller from the deliveries and failed events of calls, and the digests of their reports.
 * It deletes no rows, so counts and pages don't change.
 *
 * The deliveries are changed first: one that fails finally copies its payload into a failed event with its id, in a
 * transaction that locks it, too. So their failed events are all there, or will have no number.
 */
export async function eraseCalls(
  trx: Transaction<Schema>,
  digits: string,
  { calls, events, mentions }: FoundCalls,
): Promise<ErasedCalls> {
  const change = async (
    table: string,
    set: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
  ) => {
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(table)} set ${set} where ${condition} returning id
    `.execute(trx)
    return rows.map(({ id }) => id)
  }
  const isIn = (ids: number[], id = sql`id`) => sql`${id} = any(${ids}::bigint[])`
  const [payload, item] = [sql.ref('payload'), sql.ref('item')]
  const mentioning = await change(
    'delivery',
    sql`payload = ${erased(payload, digits)}`,
    isIn(mentions.delivery),
  )
  const deliveries = await change(
    'delivery',
    sql`payload = ${withoutCaller(payload, digits)}`,
    isIn(calls, sql`call_id`),
  )
  await change('tracked_call', sql`report_digest = null, analysis_digest = null`, isIn(calls))
  const erasedEvents = await change(
    'failed_event',
    sql`item = ${itemWithoutCaller(item, digits)}`,
    isIn([...events, ...deliveries]),
  )
  const others = await change(
    'failed_event',
    sql`item = ${erased(item, digits)}`,
    sql`${isIn([...mentions.failed_event, ...mentioning])} and not ${isIn(erasedEvents)}`,
  )
  return {
    deliveries: mentioning.length + deliveries.length,
    events: erasedEvents,
    mentions: others.length,
  }
}

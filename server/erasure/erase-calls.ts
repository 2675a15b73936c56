import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import {
  callIdOf,
  eraseCaller,
  eraseCallerOfItem,
  eraseNumber,
  isFromCaller,
  mayHave,
  scanTable,
} from './erased-text.ts'

/** Rows of one statement that writes or locks. */
const MAX_ROWS_OF_BATCH = 500

type Text = { id: number; text: string }

/** Replaces texts of rows by their ids. */
export async function writeTexts(
  db: Kysely<Schema>,
  table: 'delivery' | 'failed_event' | 'replay_item' | 'replay_attempt' | 'follow_up_note',
  column: 'payload' | 'item' | 'reason' | 'company' | 'answer' | 'error' | 'text',
  texts: Text[],
): Promise<void> {
  for (let from = 0; from < texts.length; from += MAX_ROWS_OF_BATCH) {
    const part = texts.slice(from, from + MAX_ROWS_OF_BATCH)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = erased.text
      from unnest(${part.map(({ id }) => id)}::bigint[], ${part.map(({ text }) => text)}::text[])
        as erased (id, text)
      where ${sql.table(table)}.id = erased.id
    `.execute(db)
  }
}

/** What our own service keeps of a number. */
export type FoundCalls = {
  callIds: number[]
  /** The failed events about these, by their ids. */
  items: Map<number, string>
  /** Deliveries and failed events of other calls that name it. */
  mentions: { delivery: Text[]; failed_event: Text[] }
}

/** Finds what our own service keeps of the calls from a number, with their AI analyses. */
export async function findCalls(db: Kysely<Schema>, digits: string): Promise<FoundCalls> {
  const deliveries = await findTexts(db, 'delivery', 'payload', digits)
  const events = await findTexts(db, 'failed_event', 'item', digits)
  const calls = new Set(
    [...deliveries.fromCaller, ...events.fromCaller].map(({ text }) => callIdOf(text)),
  )
  const callIds = [...calls].filter(id => id !== null)
  const items = new Map(events.fromCaller.map(({ id, text }) => [id, text]))
  const ofCalls = sql`list = 'transcription_events_fail'
    and substring(item from '"call_id":([0-9]{1,16})')::bigint = any(${callIds}::bigint[])`
  if (callIds.length > 0) {
    for await (const rows of scanTable(db, 'failed_event', sql<Text>`id, item as text`, ofCalls)) {
      for (const { id, text } of rows) items.set(id, text)
    }
  }
  return {
    callIds,
    items,
    mentions: {
      delivery: deliveries.others.filter(({ text }) => !calls.has(callIdOf(text))),
      failed_event: events.others.filter(({ id }) => !items.has(id)),
    },
  }
}

/** Finds the texts that have a number: those about a call from it, and the others. */
async function findTexts(
  db: Kysely<Schema>,
  table: 'delivery' | 'failed_event',
  column: 'payload' | 'item',
  digits: string,
) {
  const fromCaller: Text[] = []
  const others: Text[] = []
  const ref = sql.ref(column)
  const texts = scanTable(db, table, sql<Text>`id, ${ref} as text`, mayHave(ref, digits))
  for await (const rows of texts) {
    for (const row of rows.filter(({ text }) => eraseNumber(text, digits) !== text)) {
      const isOfCaller = callIdOf(row.text) !== null && isFromCaller(row.text, digits)
      if (isOfCaller) fromCaller.push(row)
      else others.push(row)
    }
  }
  return { fromCaller, others }
}

export type ErasedCalls = {
  deliveries: number
  /** The failed events about the calls. */
  eventIds: number[]
  /** How many other failed events had the number. */
  mentions: number
}

/**
 * Erases the caller from the deliveries and failed events of calls, and the digests of their reports.
 * It deletes no rows, so counts and pages don't change.
 *
 * The deliveries are locked first: one that fails finally copies its payload into a failed event, in a
 * transaction that locks it, too. So their failed events are all there, or will have no number.
 */
export async function eraseCalls(
  trx: Transaction<Schema>,
  digits: string,
  { callIds, items, mentions }: FoundCalls,
): Promise<ErasedCalls> {
  const withoutNumber = ({ id, text }: Text) => ({ id, text: eraseNumber(text, digits) })
  const texts = new Map(mentions.failed_event.map(({ id, text }) => [id, text]))
  for (const part of partsOf(mentions.delivery.map(({ id }) => id))) {
    await sql`select from delivery where ${isOneOf('id', part)} order by id for update`.execute(trx)
    for (const { id, text } of await failedEvents(trx, part)) texts.set(id, text)
  }
  await writeTexts(trx, 'delivery', 'payload', mentions.delivery.map(withoutNumber))

  const ofCalls = new Map(items)
  let count = mentions.delivery.length
  for (const part of partsOf(callIds)) {
    const { rows } = await sql<Text>`
      select id, payload as text from delivery where ${isOneOf('call_id', part)}
      order by id for update
    `.execute(trx)
    const ids = rows.map(({ id }) => id)
    for (const { id, text } of await failedEvents(trx, ids)) ofCalls.set(id, text)
    const erased = rows.map(({ id, text }) => ({ id, text: eraseCaller(text, digits) }))
    await writeTexts(trx, 'delivery', 'payload', erased)
    await sql`
      update tracked_call set report_digest = null, analysis_digest = null
      where ${isOneOf('id', part)}
    `.execute(trx)
    count += rows.length
  }
  const others = Array.from(texts, ([id, text]) => ({ id, text })).filter(
    ({ id }) => !ofCalls.has(id),
  )
  await writeTexts(trx, 'failed_event', 'item', others.map(withoutNumber))
  const erased = Array.from(ofCalls, ([id, text]) => ({
    id,
    text: eraseCallerOfItem(text, digits),
  }))
  await writeTexts(trx, 'failed_event', 'item', erased)
  return { deliveries: count, eventIds: [...ofCalls.keys()], mentions: others.length }
}

/** The failed events of deliveries, which have their ids. */
async function failedEvents(trx: Transaction<Schema>, ids: number[]): Promise<Text[]> {
  const { rows } = await sql<Text>`
    select id, item as text from failed_event where ${isOneOf('id', ids)}
  `.execute(trx)
  return rows
}

function isOneOf(column: 'id' | 'call_id', ids: number[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`
}

/** Ids in the parts that one statement gets. */
export function* partsOf(ids: number[]): Generator<number[]> {
  for (let from = 0; from < ids.length; from += MAX_ROWS_OF_BATCH) {
    yield ids.slice(from, from + MAX_ROWS_OF_BATCH)
  }
}

import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { callIdOf, eraseCaller, eraseCallerOfItem, eraseNumber } from './erased-text.ts'
import { mayHave, scanTable } from './scan-table.ts'

/** Rows of one statement that writes. */
const ROWS_AT_ONCE = 500

type Text = { id: number; text: string }

/** Replaces texts of rows by their ids. */
export async function writeTexts(
  db: Kysely<Schema>,
  table: 'delivery' | 'failed_event' | 'replay_item' | 'replay_attempt',
  column: 'payload' | 'item' | 'reason' | 'answer' | 'error',
  texts: Text[],
): Promise<void> {
  for (let from = 0; from < texts.length; from += ROWS_AT_ONCE) {
    const part = texts.slice(from, from + ROWS_AT_ONCE)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = erased.text
      from unnest(${part.map(({ id }) => id)}::bigint[], ${part.map(({ text }) => text)}::text[])
        as erased (id, text)
      where ${sql.table(table)}.id = erased.id
    `.execute(db)
  }
}

export type ErasedCalls = { calls: number; deliveries: number; eventIds: number[] }

/**
 * Erases the caller from what our own service keeps of the calls from a number: their deliveries and
 * failed events, also those of their AI analyses, and the digests of their reports. No row goes, so
 * all counts and pages stay.
 */
export async function eraseCalls(db: Kysely<Schema>, digits: string): Promise<ErasedCalls> {
  const has = ({ text }: Text) => eraseNumber(text, digits) !== text
  const calls = new Set<number>()
  const deliveries = new Set<number>()
  const payload = sql<Text & { call_id: number }>`id, call_id, payload as text`
  const inPayload = mayHave(sql.ref('payload'), digits)
  for await (const rows of scanTable(db, 'delivery', payload, inPayload)) {
    for (const row of rows.filter(has)) calls.add(row.call_id)
  }
  const events = new Map<number, string>()
  const item = sql<Text>`id, item as text`
  for await (const rows of scanTable(db, 'failed_event', item, mayHave(sql.ref('item'), digits))) {
    for (const { id, text } of rows.filter(has)) {
      events.set(id, text)
      const call = callIdOf(text)
      if (call !== null) calls.add(call)
    }
  }
  const callIds = [...calls]
  if (callIds.length > 0) {
    const ofCalls = sql`list = 'transcription_events_fail'
      and substring(item from '"call_id":([0-9]{1,15})')::bigint = any(${callIds}::bigint[])`
    for await (const rows of scanTable(db, 'failed_event', item, ofCalls)) {
      for (const { id, text } of rows) events.set(id, text)
    }
  }
  for (let from = 0; from < callIds.length; from += ROWS_AT_ONCE) {
    const part = callIds.slice(from, from + ROWS_AT_ONCE)
    const { rows } = await sql<Text>`
      select id, payload as text from delivery where call_id = any(${part}::bigint[])
    `.execute(db)
    for (const { id } of rows) deliveries.add(id)
    const erased = rows.map(({ id, text }) => ({ id, text: eraseCaller(text, digits) }))
    await writeTexts(db, 'delivery', 'payload', erased)
    await sql`
      update tracked_call set report_digest = null, analysis_digest = null
      where id = any(${part}::bigint[])
    `.execute(db)
  }
  const items = Array.from(events, ([id, text]) => ({ id, text: eraseCallerOfItem(text, digits) }))
  await writeTexts(db, 'failed_event', 'item', items)
  return { calls: calls.size, deliveries: deliveries.size, eventIds: [...events.keys()] }
}

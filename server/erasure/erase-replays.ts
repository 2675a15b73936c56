import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { partsOf, writeTexts } from './erase-calls.ts'
import { eraseCaller, eraseNumber, isFromCaller } from './erased-text.ts'
import { mayHave, scanTable } from './scan-table.ts'

type Item = {
  id: number
  service: string
  payload: string
  reason: string | null
  company: string | null
}
type StoredTexts = { id: number; answer: string | null; error: string | null }

const ITEM = sql<Item>`id, service, payload, reason, company`

/** What a retired run keeps of a payload (server/database/payload-digest.ts), which can't be erased. */
const ERASED_DIGEST = 'sha256:erased'

type OwnEvents = { ownService: string; eventIds: number[] }

/**
 * Erases a number from replays, and from what receivers answered to them.
 *
 * @param own the failed events of our own service that were erased
 * @returns the items that had it, and how many attempts
 */
export async function eraseReplays(
  db: Kysely<Schema>,
  digits: string,
  own: OwnEvents,
): Promise<{ items: Set<number>; answers: number }> {
  const erased = new Set<number>()
  const inItem = mayHave(sql`concat(payload, ' ', reason, ' ', company)`, digits)
  for await (const rows of scanTable(db, 'replay_item', ITEM, inItem)) {
    const found = rows.filter(({ payload, reason, company }) =>
      [payload, reason, company].some(has),
    )
    const isOfCaller = ({ service, payload }: Item) =>
      service === own.ownService && isFromCaller(payload, digits)
    await eraseItems(db, found, digits, isOfCaller)
    for (const { id } of found) erased.add(id)
  }
  // Also events of these calls that do not name the number, and digests of payloads.
  for (const part of partsOf(own.eventIds)) {
    const { rows } = await sql<Item>`
      select ${ITEM} from replay_item
      where service = ${own.ownService} and list in ('call_events_fail', 'transcription_events_fail')
        and event_id = any(${part.map(String)}::text[])
    `.execute(db)
    await eraseItems(db, rows, digits, () => true)
    for (const { id } of rows) erased.add(id)
  }
  let answers = 0
  const attempt = sql<StoredTexts>`id, answer, error`
  const inAttempt = mayHave(sql`concat(answer, ' ', error)`, digits)
  for await (const rows of scanTable(db, 'replay_attempt', attempt, inAttempt)) {
    const found = rows.filter(({ answer, error }) => has(answer) || has(error))
    await writeTexts(db, 'replay_attempt', 'answer', textsOf(found, 'answer'))
    await writeTexts(db, 'replay_attempt', 'error', textsOf(found, 'error'))
    answers += found.length
  }
  return { items: erased, answers }

  function has(text: string | null): boolean {
    return text !== null && eraseNumber(text, digits) !== text
  }

  function textsOf(rows: StoredTexts[], column: 'answer' | 'error') {
    return rows.flatMap(({ id, [column]: text }) =>
      text === null ? [] : [{ id, text: eraseNumber(text, digits) }],
    )
  }
}

async function eraseItems(
  db: Kysely<Schema>,
  items: Item[],
  digits: string,
  isOfCaller: (item: Item) => boolean,
): Promise<void> {
  const payloads = items.map(item => ({
    id: item.id,
    text: erasedPayload(item.payload, digits, isOfCaller(item)),
  }))
  await writeTexts(db, 'replay_item', 'payload', payloads)
  for (const column of ['reason', 'company'] as const) {
    const texts = items.flatMap(({ id, [column]: text }) =>
      text === null ? [] : [{ id, text: eraseNumber(text, digits) }],
    )
    await writeTexts(db, 'replay_item', column, texts)
  }
}

/** @param isOfCaller whether it is our own service's payload of a call from the number */
function erasedPayload(payload: string, digits: string, isOfCaller: boolean): string {
  if (!isOfCaller || payload === '') return eraseNumber(payload, digits)
  return payload.startsWith('sha256:') ? ERASED_DIGEST : eraseCaller(payload, digits)
}

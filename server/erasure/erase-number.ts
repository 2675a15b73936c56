import { type Kysely, sql } from 'kysely'
import { eventsOfItems, rebuildEventStates } from '../database/rebuild-event-states.ts'
import { OWN_SERVICE, type Schema } from '../database/schema.ts'
import { eraseCalls, findCalls, partsOf, writeTexts } from './erase-calls.ts'
import { eraseCopiedEvents, eraseNotices } from './erase-copies.ts'
import {
  eraseCaller,
  eraseNumber,
  isFromCaller,
  isNumber,
  mayHave,
  scanTable,
} from './erased-text.ts'

export type NumberReport = {
  calls: number
  deliveries: number
  failed_events: number
  replays: number
  answers: number
  blocklists: number
  block_notes: number
  activity: number
  follow_ups: number
  removed_tracking_numbers: number
  receiver_settings: number
  saved_views: number
}

/**
 * Erases a phone number from everything that is kept. Events stay in their lists, as those of a caller
 * who withholds the number. It may be repeated, also after an interruption.
 *
 * @param digits the number with its country code, digits only
 */
export async function erasePhoneNumber(db: Kysely<Schema>, digits: string): Promise<NumberReport> {
  const calls = await findCalls(db, digits)
  const replays = await eraseReplays(db, digits, [...calls.items.keys()])
  const blocklists = await unblock(db, digits)
  const block_notes = await eraseNotes(db, digits)
  const activity = await eraseActivity(db, digits)
  const follow_ups = await eraseFollowUps(db, digits)
  const receiver_settings = await eraseReceiverSettings(db, digits)
  const saved_views = await eraseSavedViews(db, digits)
  const removed_tracking_numbers = await eraseFormerNumbers(db, digits)
  // Late and together, because the AI analyses of calls are found by them.
  const erased = await db.transaction().execute(trx => eraseCalls(trx, digits, calls))
  await eraseCopiedEvents(db, digits)
  await eraseNotices(db, digits)
  // Runs that loaded events in the meantime have copies of them.
  const later = await eraseReplays(db, digits, erased.eventIds)
  return {
    calls: calls.callIds.length,
    deliveries: erased.deliveries,
    failed_events: erased.eventIds.length + erased.mentions,
    replays: new Set([...replays.items, ...later.items]).size,
    answers: replays.answers + later.answers,
    blocklists,
    block_notes,
    activity,
    follow_ups,
    removed_tracking_numbers,
    receiver_settings,
    saved_views,
  }
}

/** Whether it is one of our own service's numbers, which has to be removed first. */
export async function isTrackingNumber(db: Kysely<Schema>, digits: string): Promise<boolean> {
  const row = await db
    .selectFrom('tracking_number')
    .select('id')
    .where('phone_number', '=', digits)
    .executeTakeFirst()
  return row !== undefined
}

async function unblock(db: Kysely<Schema>, digits: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from blocked_number using blocklist
    where blocklist_id = blocklist.id and phone_number = ${digits}
  `.execute(db)
  return Number(numAffectedRows)
}

/** The notes about the number, and the number in notes about others. */
async function eraseNotes(db: Kysely<Schema>, digits: string): Promise<number> {
  const isNoted = sql`${digits} = any(phone_numbers)`
  const note = sql<{ id: number; note: string | null }>`id, note`
  const condition = sql`(${isNoted} or ${mayHave(sql`note`, digits)})`
  let count = 0
  for await (const rows of scanTable(db, 'block_note', note, condition)) {
    for (const { id, note } of rows) {
      await sql`
        update block_note set phone_numbers = array_remove(phone_numbers, ${digits}),
          note = ${note && eraseNumber(note, digits)}
        where id = ${id}
      `.execute(db)
    }
    count += rows.length
  }
  await db.deleteFrom('protected_number').where('phone_number', '=', digits).execute()
  await eraseLabels(db, digits)
  await db.deleteFrom('refused_check').where('phone_number', '=', digits).execute()
  await db.deleteFrom('block_note').where(sql<boolean>`phone_numbers = '{}'`).execute()
  return count
}

/** What others wrote about protected numbers. */
async function eraseLabels(db: Kysely<Schema>, digits: string): Promise<void> {
  const labels = await db
    .selectFrom('protected_number')
    .select('label')
    .distinct()
    .where(mayHave(sql`label`, digits))
    .execute()
  for (const { label } of labels) {
    await db
      .updateTable('protected_number')
      .set({ label: label && eraseNumber(label, digits) })
      .where('label', '=', label)
      .execute()
  }
}

type Entry = { id: number; details: string; reason: string | null; hasNumber: boolean }

async function eraseActivity(db: Kysely<Schema>, digits: string): Promise<number> {
  const isIt = isNumber(sql`number`, digits)
  const hasNumber = sql`exists (select from unnest(numbers) as number where ${isIt})`
  const entry = sql<Entry>`id, details::text as details, reason, ${hasNumber} as "hasNumber"`
  const inTexts = mayHave(sql`concat(details, ' ', reason)`, digits)
  let count = 0
  for await (const rows of scanTable(db, 'activity', entry, sql`(${hasNumber} or ${inTexts})`)) {
    for (const { id, details, reason, hasNumber } of rows) {
      const erased = {
        details: eraseNumber(details, digits),
        reason: eraseNumber(reason ?? '', digits),
      }
      if (!hasNumber && erased.details === details && erased.reason === (reason ?? '')) continue
      await sql`
        update activity set details = ${erased.details}::jsonb,
          reason = ${reason === null ? null : erased.reason},
          numbers = case when numbers is null then null else array(
            select number from unnest(numbers) with ordinality as listed (number, place)
            where not (${isIt}) order by place
          ) end
        where id = ${id}
      `.execute(db)
      count += 1
    }
  }
  return count
}

type Note = { id: number; text: string }
type Named = { id: number; value: string; ticket_url: string | null }

/**
 * Notes are free text. A receiver or a company whose name has the number loses its follow-up.
 *
 * @returns how many notes and follow-ups had it
 */
async function eraseFollowUps(db: Kysely<Schema>, digits: string): Promise<number> {
  const has = (text: string | null) => text !== null && eraseNumber(text, digits) !== text
  let count = 0
  const note = sql<Note>`id, text`
  for await (const rows of scanTable(db, 'follow_up_note', note, mayHave(sql`text`, digits))) {
    const matches = rows.filter(({ text }) => has(text))
    await writeTexts(db, 'follow_up_note', 'text', erasedTexts(matches, 'text', digits))
    count += matches.length
  }
  const named = sql<Named>`id, value, ticket_url`
  const inTexts = mayHave(sql`concat(value, ' ', ticket_url)`, digits)
  for await (const rows of scanTable(db, 'follow_up', named, inTexts)) {
    for (const { id, value, ticket_url } of rows) {
      if (has(value)) await db.deleteFrom('follow_up').where('id', '=', id).execute()
      else if (has(ticket_url))
        await db.updateTable('follow_up').set({ ticket_url: null }).where('id', '=', id).execute()
      else continue
      count += 1
    }
  }
  return count
}

/** Also of foreign services, whose tracking numbers are known only by their settings. */
async function eraseReceiverSettings(db: Kysely<Schema>, digits: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('receiver_setting')
    .where(isNumber(sql`tracking_number`, digits))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Views that search for the number, or are named after it. */
async function eraseSavedViews(db: Kysely<Schema>, digits: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_view')
    .where(mayHave(sql`concat(name, ' ', query)`, digits))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function eraseFormerNumbers(db: Kysely<Schema>, digits: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('tracking_number')
    .set({ former_number: null, phone_number: sql`'erased (removed ' || id || ')'` })
    .where('former_number', '=', digits)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

type Item = {
  id: number
  service: string
  payload: string
  reason: string | null
  company: string | null
}
type StoredTexts = { id: number; item_id: number; answer: string | null; error: string | null }

const ITEM = sql<Item>`id, service, payload, reason, company`

/** What a retired run keeps of a payload (server/database/payload-digest.ts), which can't be erased. */
const ERASED_DIGEST = 'sha256:erased'

/**
 * Erases a number from replays, and from what receivers answered to them.
 *
 * @param eventIds the failed events of our own service that were erased
 * @returns the items that had it, and how many attempts
 */
async function eraseReplays(
  db: Kysely<Schema>,
  digits: string,
  eventIds: number[],
): Promise<{ items: Set<number>; answers: number }> {
  const erased = new Set<number>()
  const inItem = mayHave(sql`concat(payload, ' ', reason, ' ', company)`, digits)
  for await (const rows of scanTable(db, 'replay_item', ITEM, inItem)) {
    const matches = rows.filter(({ payload, reason, company }) =>
      [payload, reason, company].some(has),
    )
    const isOfCaller = ({ service, payload }: Item) =>
      service === OWN_SERVICE && isFromCaller(payload, digits)
    await eraseItems(db, matches, digits, isOfCaller)
    for (const { id } of matches) erased.add(id)
  }
  // Also events of these calls that do not name the number, and digests of payloads.
  for (const part of partsOf(eventIds)) {
    const { rows } = await sql<Item>`
      select ${ITEM} from replay_item
      where service = ${OWN_SERVICE} and list in ('call_events_fail', 'transcription_events_fail')
        and event_id = any(${part.map(String)}::text[])
    `.execute(db)
    await eraseItems(db, rows, digits, () => true)
    for (const { id } of rows) erased.add(id)
  }
  let answers = 0
  const attempt = sql<StoredTexts>`id, item_id, answer, error`
  const inAttempt = mayHave(sql`concat(answer, ' ', error)`, digits)
  for await (const rows of scanTable(db, 'replay_attempt', attempt, inAttempt)) {
    const matches = rows.filter(({ answer, error }) => has(answer) || has(error))
    await writeTexts(db, 'replay_attempt', 'answer', erasedTexts(matches, 'answer', digits))
    await eraseErrors(
      db,
      matches.filter(({ error }) => has(error)),
      digits,
    )
    answers += matches.length
  }
  return { items: erased, answers }

  function has(text: string | null): boolean {
    return text !== null && eraseNumber(text, digits) !== text
  }
}

/** Erases the errors of attempts, also in the states of their events, which repeat the newest one. */
async function eraseErrors(db: Kysely<Schema>, attempts: StoredTexts[], digits: string) {
  await db.transaction().execute(async trx => {
    await writeTexts(trx, 'replay_attempt', 'error', erasedTexts(attempts, 'error', digits))
    const itemIds = attempts.map(({ item_id }) => item_id)
    await rebuildEventStates(trx, await eventsOfItems(trx, itemIds))
  })
}

function erasedTexts<Column extends string>(
  rows: ({ id: number } & Record<Column, string | null>)[],
  column: Column,
  digits: string,
) {
  return rows.flatMap(row => {
    const text = row[column]
    return text === null ? [] : [{ id: row.id, text: eraseNumber(text, digits) }]
  })
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
  await writeTexts(db, 'replay_item', 'reason', erasedTexts(items, 'reason', digits))
  await writeTexts(db, 'replay_item', 'company', erasedTexts(items, 'company', digits))
}

/** @param isOfCaller whether it is our own service's payload of a call from the number */
function erasedPayload(payload: string, digits: string, isOfCaller: boolean): string {
  if (!isOfCaller || payload === '') return eraseNumber(payload, digits)
  return payload.startsWith('sha256:') ? ERASED_DIGEST : eraseCaller(payload, digits)
}

import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { eraseCalls, findCalls } from './erase-calls.ts'
import { eraseReplays } from './erase-replays.ts'
import { eraseNumber, TRANSLATED } from './erased-text.ts'
import { mayHave, scanTable } from './scan-table.ts'

/** How many of each kind had the number. */
export type NumberReport = {
  calls: number
  deliveries: number
  failed_events: number
  replays: number
  answers: number
  blocklists: number
  activity: number
  removed_tracking_numbers: number
  receiver_settings: number
}

/**
 * Erases a phone number from everything that is kept. Events stay in their lists, as those of a caller
 * who withholds the number. It may be repeated, also after an interruption.
 *
 * @param digits the number with its country code, digits only
 * @param ownService our own service's name in our tables
 */
export async function erasePhoneNumber(
  db: Kysely<Schema>,
  digits: string,
  ownService: string,
): Promise<NumberReport> {
  const found = await findCalls(db, digits)
  const listed = { ownService, eventIds: [...found.items.keys()] }
  const replays = await eraseReplays(db, digits, listed)
  const blocklists = await unblock(db, digits)
  const activity = await eraseActivity(db, digits)
  const receiver_settings = await eraseReceiverSettings(db, digits)
  const removed_tracking_numbers = await eraseFormerNumbers(db, digits)
  // Late and together, because the AI analyses of calls are found by them.
  const erased = await db.transaction().execute(trx => eraseCalls(trx, digits, found))
  // Runs that loaded events in the meantime have copies of them.
  const later = await eraseReplays(db, digits, { ownService, eventIds: erased.eventIds })
  return {
    calls: found.callIds.length,
    deliveries: erased.deliveries,
    failed_events: erased.eventIds.length + erased.mentions,
    replays: new Set([...replays.items, ...later.items]).size,
    answers: replays.answers + later.answers,
    blocklists,
    activity,
    removed_tracking_numbers,
    receiver_settings,
  }
}

/** Whether it is one of our own service's numbers, which has to be removed first. */
export async function isTrackingNumber(db: Kysely<Schema>, digits: string): Promise<boolean> {
  const found = await db
    .selectFrom('tracking_number')
    .select('id')
    .where('phone_number', '=', digits)
    .executeTakeFirst()
  return found !== undefined
}

async function unblock(db: Kysely<Schema>, digits: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from blocked_number using blocklist
    where blocklist_id = blocklist.id and phone_number = ${digits}
  `.execute(db)
  return Number(numAffectedRows)
}

type Entry = { id: number; details: string; reason: string | null; hasNumber: boolean }

async function eraseActivity(db: Kysely<Schema>, digits: string): Promise<number> {
  const isIt = sql`translate(number, ${TRANSLATED}, '') = ${digits}`
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

/** Also of foreign services, whose tracking numbers are known only by their settings. */
async function eraseReceiverSettings(db: Kysely<Schema>, digits: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('receiver_setting')
    .where(sql<boolean>`translate(tracking_number, ${TRANSLATED}, '') = ${digits}`)
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

import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { FailedEventList } from '../../contract/failed-event.ts'
import { addDays, type CalendarDate, dayOf } from '../../contract/time/calendar-date.ts'
import { startOfDay } from '../../contract/time/stamp.ts'
import { OWN_SERVICE, type Schema } from '../database/schema.ts'
import { removeRecord } from '../service/administration/records.ts'
import { PARTNERS } from '../service/administration/resources.ts'
import { findAccount } from '../service/authentication/account.ts'
import { addNumbers, findEntity, lockBlocklist } from '../service/blocklist/blocklist-repository.ts'
import {
  removeTrackingNumbers,
  requirePartner,
  saveCompany,
} from '../service/telephony/tracking-number-repository.ts'
import { createToken } from '../service/tokens/tokens.ts'
import { accountOfPartner } from '../webhooks/store/delivery-repository.ts'
import { failedAtOfItem, recordFailedEvents } from '../webhooks/store/record-failed-events.ts'
import {
  DEMO_BLOCKLISTS,
  DEMO_COMPANIES,
  DEMO_PARTNER,
  DEMO_PREFIXES,
  DEMO_SOURCES,
  type DemoCompany,
  OTHER_COMPANY,
  OTHER_PARTNER,
} from './demo-companies.ts'
import { type DemoFailure, demoDay } from './demo-day.ts'
import {
  type DemoPorts,
  keepPorts,
  receiverUrl,
  startDemoReceivers,
  writePrivateFile,
} from './demo-receivers.ts'

export type Demo = Awaited<ReturnType<typeof startDemo>>

type DemoOptions = {
  db: Kysely<Schema>
  /** DATA_DIR: the demo keeps its certificates, ports and token in `demo/` there. */
  folder: string
  timeZone: string
  /** 'fixed' is 4443 and 4444 if they are free; the tests use any free ones. */
  ports?: 'fixed' | 'free'
  /** For how many days before today there are failures. Default: thirty. */
  daysBack?: number
  clock?: () => Date
}

const DAYS_BACK = 30
const TOP_UP_EVERY_MS = 10 * 60_000

/**
 * Creates the demo account and its receivers, and makes sure that there are failures today: at the
 * start and, if the process runs past midnight, soon after.
 */
export async function startDemo(options: DemoOptions) {
  const { db, timeZone, daysBack = DAYS_BACK, clock = () => new Date() } = options
  const folder = join(options.folder, 'demo')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ports = await keepPorts(folder, options.ports ?? 'fixed')
  const partnerId = await openDemoAccount(db, ports)
  const token = await keepDemoToken(db, folder, partnerId)
  const topUp = () => topUpFailures(db, { partnerId, timeZone, ports, daysBack }, clock())
  await topUp()
  const receivers = await startDemoReceivers(folder, ports, clock())

  let running = Promise.resolve()
  const timer = setInterval(() => {
    // If the database is away for a moment, the next round tries again.
    running = running.then(topUp).catch(() => {})
  }, TOP_UP_EVERY_MS)
  timer.unref()

  return {
    /** For the sender: the host:port pairs of the demo's receivers … */
    exceptions: Object.values(ports).map(port => `localhost:${port}`),
    /** … and the certificates (PEM) to trust there. */
    authorities: [receivers.authority],
    token,
    /** Messages for the start screen, such as a receiver's port that is taken. */
    warnings: receivers.warnings,
    async close() {
      clearInterval(timer)
      await running
      await receivers.close()
    },
  }
}

type DemoFailures = {
  partnerId: number
  timeZone: string
  ports: DemoPorts
  daysBack: number
}

/**
 * Records the failures of today and of the days before, unless they are recorded already. Today's
 * are all in the part of the day that has passed, however short that is, and don't change for the
 * rest of the day.
 */
async function topUpFailures(
  db: Kysely<Schema>,
  { partnerId, timeZone, ports, daysBack }: DemoFailures,
  now: Date,
): Promise<void> {
  const today = dayOf(now, timeZone)
  await db.transaction().execute(async trx => {
    const filledDays = await findFilledDays(trx, partnerId)
    const all = Array.from({ length: daysBack + 1 }, (_, index) => addDays(today, index - daysBack))
    const days = all.filter(day => !filledDays.has(day))
    const latest = await latestFailures(trx, partnerId, days)
    for (const day of days) {
      // Real failures may have come first, and within a day failed_at never goes back.
      const from = latest.get(day) ?? startOfDay(day, timeZone)
      const to = day === today ? now : startOfDay(addDays(day, 1), timeZone)
      const { calls, aiEvents } = demoDay({ day, from, to, timeZone, ports })
      const lists = { call_events_fail: calls, transcription_events_fail: aiEvents }
      for (const list of FailedEventList.options) {
        const ids = await recordFailedEvents(trx, { partnerId, list, timeZone }, lists[list])
        const events = lists[list].map((failure, at) => ({ ...failure, id: ids[at] ?? 0 }))
        await addDeliveries(
          trx,
          partnerId,
          events.filter(({ failed_at }) => now.getTime() - failed_at.getTime() < COUNTED_MS),
        )
      }
    }
  })
}

/** Receivers counts how the deliveries of a day went. Older ones would only fill the database. */
const COUNTED_MS = 24 * 60 * 60_000

/** The deliveries whose final failures are listed, so that Receivers counts them, too. */
async function addDeliveries(
  trx: Transaction<Schema>,
  partnerId: number,
  events: (DemoFailure & { id: number })[],
): Promise<void> {
  await sql`
    with event as (
      select * from json_to_recordset(${JSON.stringify(
        events.map(({ call, attempts, request_json, ...event }) => ({
          ...{ ...event, payload: request_json, attempts: attempts.length },
          ...{ call_id: call.id, ended_at: call.endedAt, number: call.trackingNumber.phone_number },
        })),
      )}::json) as event (
        id bigint, event text, callback_url text, payload text, attempts integer, failed_at timestamptz,
        call_id bigint, ended_at timestamptz, number text
      )
    ), reported as (
      insert into tracked_call (id, tracking_number_id, ended_at)
      select call_id, tracking_number.id, ended_at
      from event join tracking_number on phone_number = number and partner_id = ${partnerId} and removed_at is null
      on conflict do nothing returning id, tracking_number_id
    )
    insert into delivery (id, call_id, tracking_number_id, partner_id, event, callback_url, payload, state, attempts,
      created_at, next_attempt_at, settled_at)
    select event.id, call_id, tracking_number_id, ${partnerId}, event, callback_url, payload, 'failed', attempts,
      ended_at, failed_at, failed_at
    from event join reported on reported.id = call_id
  `.execute(trx)
}

/** The ids of the traffic's calls are the times of the calls. The ids in demo-day.ts are far lower. */
export const FIRST_REAL_CALL = 1_000_000_000_000

/** The days that have failures of the demo's own. The failures of its traffic are real and don't count. */
async function findFilledDays(trx: Transaction<Schema>, partnerId: number): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from failed_event
    where partner_id = ${partnerId} and list = 'call_events_fail' and not exists (
      select from delivery where delivery.id = failed_event.id and call_id >= ${FIRST_REAL_CALL}
    )
  `.execute(trx)
  return new Set(rows.map(({ day }) => day))
}

/** When the last delivery of each day failed for good; none for a day without one. */
async function latestFailures(
  trx: Transaction<Schema>,
  partnerId: number,
  days: CalendarDate[],
): Promise<Map<string, Date>> {
  const latest = await trx
    .selectFrom('failed_event')
    .select(['day', sql<Date>`max(${failedAtOfItem})`.as('failed_at')])
    .where('partner_id', '=', partnerId)
    .where('day', '=', sql<string>`any(${days}::date[])`)
    .groupBy('day')
    .execute()
  return new Map(latest.map(({ day, failed_at }) => [day, failed_at]))
}

/**
 * The demo account's token, kept in `folder`. A new one replaces a token that was revoked or
 * belongs to another database.
 */
async function keepDemoToken(
  db: Kysely<Schema>,
  folder: string,
  partnerId: number,
): Promise<string> {
  const file = join(folder, 'token')
  const previous = (await readFile(file, 'utf8').catch(() => '')).trim()
  const account = await findAccount(db, previous)
  if (account?.partnerId === partnerId) return previous

  const token = await createToken(db, { partnerId, label: 'Demo', blocklistPermission: true })
  await writePrivateFile(file, `${token}\n`)
  return token
}

/**
 * Creates the demo partner with everything that belongs to it, and a second partner, unless they exist.
 *
 * @returns the demo partner's id
 */
async function openDemoAccount(db: Kysely<Schema>, ports: DemoPorts): Promise<number> {
  return db.transaction().execute(async trx => {
    const partner = await trx
      .insertInto('partner')
      .values(DEMO_PARTNER)
      .onConflict(conflict => conflict.column('reference').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (partner === undefined) return requirePartner(trx, DEMO_PARTNER.reference)
    for (const company of DEMO_COMPANIES) await addCompany(trx, partner.id, company, ports)
    await addBlocklists(trx, partner.id)
    await trx
      .insertInto('available_source')
      .values(DEMO_SOURCES.map(name => ({ partner_id: partner.id, name })))
      .execute()
    await trx
      .insertInto('tn_prefix')
      .values(DEMO_PREFIXES)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const other = await trx
      .insertInto('partner')
      .values(OTHER_PARTNER)
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveCompany(trx, other.id, OTHER_COMPANY)
    return partner.id
  })
}

async function addCompany(
  trx: Transaction<Schema>,
  partner_id: number,
  company: DemoCompany,
  ports: DemoPorts,
): Promise<void> {
  const company_id = await saveCompany(trx, partner_id, company)
  const owner = { partner_id, company_id }
  const contacts = company.agents.map(agent => ({ ...owner, ...agent }))
  await trx.insertInto('contact').values(contacts).execute()
  const numbers = company.trackingNumbers.map(trackingNumber => ({
    ...owner,
    ...trackingNumber,
    call_term_callbacks: receiverUrl(company, 'calls', ports),
    mcs_call_term_callbacks: trackingNumber.missed_call_saver
      ? receiverUrl(company, 'missed-calls', ports)
      : null,
  }))
  await trx.insertInto('tracking_number').values(numbers).execute()
}

async function addBlocklists(trx: Transaction<Schema>, partnerId: number): Promise<void> {
  for (const [context, entity, phone_numbers, note] of DEMO_BLOCKLISTS) {
    const key = await findEntity(trx, partnerId, { entity_context_name: context, entity })
    await addNumbers(trx, await lockBlocklist(trx, key), phone_numbers)
    const { reference } = entity
    await trx
      .insertInto('block_note')
      .values({
        ...{ service: OWN_SERVICE, account: accountOfPartner(partnerId), context, reference },
        ...{ phone_numbers, ...note, who: 'Thandi', at: sql<Date>`now() - interval '40 days'` },
      })
      .execute()
  }
}

/**
 * Removes the demo account with its tokens and all that belongs to it, the second partner of the
 * demo, and what the demo keeps in `folder`, which is DATA_DIR. A start without DEMO=off makes them
 * again.
 *
 * @returns whether there was a demo account
 */
export async function removeDemo(db: Kysely<Schema>, folder: string): Promise<boolean> {
  const isRemoved = await db.transaction().execute(async trx => {
    const removed = [
      await removePartner(trx, DEMO_PARTNER),
      await removePartner(trx, OTHER_PARTNER),
    ]
    for (const { prefix, name } of DEMO_PREFIXES) {
      await trx
        .deleteFrom('tn_prefix')
        .where('prefix', '=', prefix)
        .where('name', '=', name)
        .execute()
    }
    return removed.includes(true)
  })
  await rm(join(folder, 'demo'), { recursive: true, force: true })
  return isRemoved
}

async function removePartner(
  trx: Transaction<Schema>,
  { reference, name }: { reference: string; name: string },
): Promise<boolean> {
  const partner = await trx
    .selectFrom('partner')
    .select('id')
    .where('reference', '=', reference)
    .where('name', '=', name)
    .executeTakeFirst()
  if (partner === undefined) return false
  await removeTrackingNumbers(trx, { partner_id: partner.id })
  await removeRecord(trx, PARTNERS, partner.id, true)
  return true
}

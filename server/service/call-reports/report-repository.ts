import { isDeepStrictEqual } from 'node:util'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { z } from 'zod'
import type { WebhookEvent } from '../../../contract/failed-event.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, type HttpError } from '../../http/http-error.ts'

/** What a report's events depend on. */
export type ReportedNumber = Awaited<ReturnType<typeof findReportedNumbers>>[number]

const NUMBER = [
  'tracking_number.id',
  'tracking_number.phone_number',
  'tracking_number.call_term_callbacks',
  'tracking_number.mcs_call_term_callbacks',
  'tracking_number.ai_enabled',
  'tracking_number.missed_call_saver',
] as const

export function findReportedNumbers(db: Kysely<Schema>, phoneNumbers: string[]) {
  return db
    .selectFrom('tracking_number')
    .innerJoin('company', 'company.id', 'tracking_number.company_id')
    .select(NUMBER)
    .select(['company.name as company_name', 'company.reference as company_reference'])
    .where('phone_number', '=', sql<string>`any(${phoneNumbers}::text[])`)
    .execute()
}

/**
 * Inserts calls, in the order of their ids, so that two transactions never wait for each other's.
 *
 * @returns the ids of the new calls: a call is reported once, however often its report comes
 */
export async function insertCalls(
  trx: Transaction<Schema>,
  calls: Insertable<Schema['tracked_call']>[],
): Promise<Set<number>> {
  if (calls.length === 0) return new Set()
  const inserted = await trx
    .insertInto('tracked_call')
    .values(calls.toSorted((a, b) => a.id - b.id))
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return new Set(inserted.map(({ id }) => id))
}

/**
 * Records that the call's analysis is complete, and locks the call until the transaction ends.
 *
 * @returns its tracking number; undefined if the analysis was recorded before or there is no such call
 */
export function markAnalysed(
  trx: Transaction<Schema>,
  callId: number,
  analysis: { analysed_at: Date; analysis_digest: Buffer },
): Promise<ReportedNumber | undefined> {
  return (
    trx
      .updateTable('tracked_call')
      .set(analysis)
      .from('tracking_number')
      .leftJoin('company', 'company.id', 'tracking_number.company_id')
      .where('tracked_call.id', '=', callId)
      .where('analysed_at', 'is', null)
      .whereRef('tracking_number.id', '=', 'tracked_call.tracking_number_id')
      .returning(NUMBER)
      // A tracking number that was removed has none, and makes no events.
      .returning([
        sql<string>`coalesce(company.name, '')`.as('company_name'),
        sql<string>`coalesce(company.reference, '')`.as('company_reference'),
      ])
      .executeTakeFirst()
  )
}

export type ReportedCall = Awaited<ReturnType<typeof findReportedCalls>>[number]

/** What is stored of calls that were reported, and the events of these kinds that they created. */
export async function findReportedCalls(
  db: Kysely<Schema>,
  ids: number[],
  events: readonly WebhookEvent[],
) {
  if (ids.length === 0) return []
  return db
    .selectFrom('tracked_call')
    .innerJoin('tracking_number', 'tracking_number.id', 'tracked_call.tracking_number_id')
    .select(eb => [
      'tracked_call.id',
      sql<string>`coalesce(former_number, phone_number)`.as('phone_number'),
      'ended_at',
      'report_digest',
      'analysis_digest',
      jsonArrayFrom(
        eb
          .selectFrom('delivery')
          .select(['delivery.id', 'event'])
          .whereRef('call_id', '=', 'tracked_call.id')
          .where('event', 'in', events)
          .orderBy('delivery.id'),
      ).as('deliveries'),
    ])
    .where('tracked_call.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

type RefusedReport = {
  /** Such as "Call 7". */
  what: string
  callId: number
  /** What the report would have sent. */
  payloads: Partial<Record<WebhookEvent, object>>
}

/**
 * The 409 for a report with a call id that was reported before with other content. It names the
 * fields that differ, if the events of the first report are still stored; the report itself is not.
 */
export async function reportConflict(
  db: Kysely<Schema>,
  { what, callId, payloads }: RefusedReport,
): Promise<HttpError> {
  const events = await db
    .selectFrom('delivery')
    .select(['event', 'payload'])
    .where('call_id', '=', callId)
    .execute()
  const fields = events.flatMap(({ event, payload }) => {
    const refused = payloads[event]
    return refused ? differingFields(payload, JSON.stringify(refused)) : []
  })
  const names = fields.length === 0 ? '' : ` in ${[...new Set(fields)].join(', ')}`
  return detailError(
    409,
    `${what} was reported before with other content${names}. The first report counts, and this one was not accepted. Each call needs its own id, and a report cannot be changed later.`,
  )
}

function differingFields(before: string, now: string): string[] {
  const [one, other] = [fieldsOf(before), fieldsOf(now)]
  return Object.keys({ ...one, ...other }).filter(
    name => !isDeepStrictEqual(one[name], other[name]),
  )
}

const Payload = z.record(z.string(), z.unknown())

/** Everything except the company, which belongs to the tracking number and not to a report. */
function fieldsOf(payload: string) {
  const { company, ...fields } = Payload.parse(JSON.parse(payload))
  return fields
}

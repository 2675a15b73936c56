import type { Kysely, Transaction } from 'kysely'
import type { WebhookEvent } from '../../../contract/failed-event.ts'
import type { AcceptedReport } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'

/** What a report's events depend on. */
export type ReportedNumber = NonNullable<Awaited<ReturnType<typeof findReportedNumber>>>

const REPORTED_NUMBER = [
  'tracking_number.id',
  'tracking_number.phone_number',
  'tracking_number.call_term_callbacks',
  'tracking_number.mcs_call_term_callbacks',
  'tracking_number.ai_enabled',
  'tracking_number.missed_call_saver',
  'company.name as company_name',
  'company.reference as company_reference',
] as const

export function findReportedNumber(db: Kysely<Schema>, phoneNumber: string) {
  return db
    .selectFrom('tracking_number')
    .innerJoin('company', 'company.id', 'tracking_number.company_id')
    .select(REPORTED_NUMBER)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
}

/** @returns whether it's new: a call is reported once, however often its report arrives */
export async function insertCall(
  trx: Transaction<Schema>,
  call: { id: number; tracking_number_id: number; ended_at: Date; report_digest: Buffer },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('tracked_call')
    .values(call)
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
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
  return trx
    .updateTable('tracked_call')
    .set(analysis)
    .from('tracking_number')
    .innerJoin('company', 'company.id', 'tracking_number.company_id')
    .where('tracked_call.id', '=', callId)
    .where('analysed_at', 'is', null)
    .whereRef('tracking_number.id', '=', 'tracked_call.tracking_number_id')
    .returning(REPORTED_NUMBER)
    .executeTakeFirst()
}

/** What is stored of a call's reports; undefined if it was never reported. */
export function findReportedCall(db: Kysely<Schema>, id: number) {
  return db
    .selectFrom('tracked_call')
    .innerJoin('tracking_number', 'tracking_number.id', 'tracked_call.tracking_number_id')
    .select(['phone_number', 'ended_at', 'report_digest', 'analysis_digest'])
    .where('tracked_call.id', '=', id)
    .executeTakeFirst()
}

/** The events of those kinds that the call has created, in the order of their ids. */
export function deliveriesOf(
  db: Kysely<Schema>,
  callId: number,
  events: readonly WebhookEvent[],
): Promise<AcceptedReport['deliveries']> {
  return db
    .selectFrom('delivery')
    .select(['id', 'event'])
    .where('call_id', '=', callId)
    .where('event', 'in', events)
    .orderBy('id')
    .execute()
}

/** What the call's events send, if they are still stored. */
export function payloadsOf(
  db: Kysely<Schema>,
  callId: number,
): Promise<{ event: WebhookEvent; payload: string }[]> {
  return db
    .selectFrom('delivery')
    .select(['event', 'payload'])
    .where('call_id', '=', callId)
    .execute()
}

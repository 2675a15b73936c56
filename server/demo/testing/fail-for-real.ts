import type { Kysely } from 'kysely'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { addRow } from '../../testing/rows.ts'
import { type FinalFailure, recordFailedEvents } from '../../webhooks/store/record-failed-events.ts'

export const timeZone = 'Africa/Johannesburg'

/** The result of a call of the demo's traffic: a delivery whose final failure was at `failedAt`. */
export async function failForReal(db: Kysely<Schema>, failedAt: Date): Promise<void> {
  const number = await db
    .selectFrom('tracking_number')
    .select(['id', 'partner_id'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const { last } = await db
    .selectFrom('tracked_call')
    .select(eb => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const call_id = Math.max(Number(last) + 1, failedAt.getTime())
  const callback_url = 'https://localhost:4443/acme-cars/calls'
  const request_json = JSON.stringify({ call_id })
  await db.transaction().execute(async trx => {
    await addRow(trx, 'tracked_call', {
      id: call_id,
      tracking_number_id: number.id,
      ended_at: failedAt,
    })
    const { id } = await addRow(trx, 'delivery', {
      call_id,
      tracking_number_id: number.id,
      partner_id: number.partner_id,
      event: 'call_termination',
      callback_url,
      payload: request_json,
      state: 'failed',
      attempts: 4,
      next_attempt_at: failedAt,
      settled_at: failedAt,
    })
    const failure: FinalFailure = {
      id,
      event: 'call_termination',
      callback_url,
      attempts: [{ at: stampIn(failedAt, timeZone), status: 500, error: null, duration_ms: 0 }],
      failed_at: failedAt,
      request_json,
    }
    const list = 'call_events_fail'
    await recordFailedEvents(trx, { partnerId: number.partner_id, list, timeZone }, [failure])
  })
}

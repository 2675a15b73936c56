import type { AcceptedReport, CompletedAnalysis } from '../../../contract/telephony.ts'
import { detailError } from '../../http/http-error.ts'
import { addDeliveries, type NewDelivery } from '../../webhooks/store/add-deliveries.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { companyOf, dataEvent } from './payloads.ts'
import { reportConflict } from './report-conflict.ts'
import { digestOfAnalysis } from './report-digest.ts'
import {
  deliveriesOf,
  findReportedCall,
  markAnalysed,
  type ReportedNumber,
} from './report-repository.ts'

/** The result of a report; `first` is false if it had arrived before. */
export type Acceptance = { first: boolean; report: AcceptedReport }

/**
 * Accepts the report that a call's AI analysis is complete, and stores its events and their
 * first attempts, once, however often it is reported.
 *
 * @throws HttpError 404 for a call that was never reported, 409 for one whose analysis was reported
 * with other content
 */
export async function reportAnalysis(
  context: TelephonyContext,
  analysis: CompletedAnalysis,
): Promise<Acceptance> {
  const { db, clock, telephony } = context
  const { call_id } = analysis
  const began = Date.now()
  const analysis_digest = digestOfAnalysis(analysis)
  const added = await db.transaction().execute(async trx => {
    const number = await markAnalysed(trx, call_id, { analysed_at: clock(), analysis_digest })
    if (number === undefined) return undefined
    const events = eventsOfAnalysis(analysis, number)
    const deliveries = await addDeliveries(trx, telephony.queue, events, clock())
    return deliveries.map(({ id, event }) => ({ id, event })).toSorted((a, b) => a.id - b.id)
  })
  if (added?.length) telephony.wake({ call_id, deliveries: added }, began)
  if (added !== undefined) return { first: true, report: { call_id, deliveries: added } }

  const before = await findReportedCall(db, call_id)
  if (before === undefined) {
    throw detailError(404, `Call ${call_id} was never reported. Report its end first.`)
  }
  const isSame = before.analysis_digest?.equals(analysis_digest) ?? true
  if (!isSame) {
    const what = `The analysis of call ${call_id}`
    const company = { name: '', reference: '' }
    const payloads = { data_event: dataEvent(analysis, before.phone_number, company) }
    throw await reportConflict(db, { what, callId: call_id, payloads })
  }
  const deliveries = await deliveriesOf(db, [call_id], ['data_event'])
  return { first: false, report: { call_id, deliveries: deliveries.get(call_id) ?? [] } }
}

function eventsOfAnalysis(analysis: CompletedAnalysis, number: ReportedNumber): NewDelivery[] {
  const { ai_enabled, call_term_callbacks, phone_number } = number
  if (!ai_enabled || call_term_callbacks === null) return []
  return [
    {
      call_id: analysis.call_id,
      tracking_number_id: number.id,
      event: 'data_event',
      callback_url: call_term_callbacks,
      payload: JSON.stringify(dataEvent(analysis, phone_number, companyOf(number))),
    },
  ]
}

import type { Transaction } from 'kysely'
import type { AcceptedReport, CompletedAnalysis, EndedCall } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, type HttpError, validationError } from '../../http/http-error.ts'
import { addDeliveries, type NewDelivery } from '../../webhooks/store/add-deliveries.ts'
import { callTermination, dataEvent, missedCall } from './payloads.ts'
import { reportConflict } from './report-conflict.ts'
import { digestOfAnalysis, digestOfCall } from './report-digest.ts'
import {
  deliveriesOf,
  findReportedCall,
  findReportedNumber,
  insertCalls,
  markAnalysed,
  type ReportedNumber,
} from './report-repository.ts'
import type { TelephonyContext } from './telephony-context.ts'

/** The result of a report; `first` is false if it had arrived before. */
export type Acceptance = { first: boolean; report: AcceptedReport }

/**
 * Accepts the report that a call ended: the call, its events and their first attempts are stored
 * together, once, however often it is reported and even if it is reported simultaneously.
 *
 * @throws HttpError 400 for an unknown tracking number, 409 for a call id that was reported with
 * other content
 */
export async function reportCall(context: TelephonyContext, call: EndedCall): Promise<Acceptance> {
  const { db, timeZone } = context
  const { call_id } = call
  const began = Date.now()
  const number = await findReportedNumber(db, call.tracking_number)
  const report_digest = digestOfCall(call)
  if (number !== undefined) {
    const ended_at = new Date(call.call_end_stamp)
    const events = eventsOfCall(call, number, timeZone)
    const added = await db.transaction().execute(async trx => {
      const row = { id: call_id, tracking_number_id: number.id, ended_at, report_digest }
      const isNew = (await insertCalls(trx, [row])).has(call_id)
      return isNew ? addEvents(trx, context, events) : undefined
    })
    if (added?.length) context.telephony.wake({ call_id, deliveries: added }, began)
    if (added !== undefined) return { first: true, report: { call_id, deliveries: added } }
  }

  const before = await findReportedCall(db, call_id)
  // Its tracking number may have been removed since.
  const isRepeated = before !== undefined && isSameCall(before, call, report_digest)
  // If another call counted as a repetition, it would be accepted and its events never sent.
  if (!isRepeated) throw await refusalOf(context, call, number)
  const deliveries = await deliveriesOf(db, [call_id], CALL_EVENTS)
  return { first: false, report: { call_id, deliveries: deliveries.get(call_id) ?? [] } }
}

/** The events that the report of a call makes; its analysis makes the others. */
export const CALL_EVENTS = ['call_termination', 'missed_call_saver'] as const

type KeptReport = { report_digest: Buffer | null; phone_number: string; ended_at: Date }

/** Whether what is kept of an earlier report under the same call id is of this very report. */
export function isSameCall(before: KeptReport, call: EndedCall, digest: Buffer): boolean {
  if (before.report_digest !== null) return before.report_digest.equals(digest)
  const ended = Date.parse(call.call_end_stamp)
  return before.phone_number === call.tracking_number && before.ended_at.getTime() === ended
}

/** Why a report is not taken: its tracking number is unknown, or its call id has other content. */
export async function refusalOf(
  { db, timeZone }: TelephonyContext,
  call: EndedCall,
  number: ReportedNumber | undefined,
): Promise<HttpError> {
  if (number === undefined) {
    return validationError({
      tracking_number: [`There is no tracking number ${call.tracking_number}.`],
    })
  }
  const payloads = {
    call_termination: callTermination(call, companyOf(number), timeZone),
    missed_call_saver: missedCall(call, companyOf(number), timeZone),
  }
  return reportConflict(db, { what: `Call ${call.call_id}`, callId: call.call_id, payloads })
}

/**
 * Accepts the report that a call's AI analysis is complete, in the same way.
 *
 * @throws HttpError 404 for a call that was never reported, 409 for one whose analysis was reported
 * with other content
 */
export async function reportAnalysis(
  context: TelephonyContext,
  analysis: CompletedAnalysis,
): Promise<Acceptance> {
  const { db, clock } = context
  const { call_id } = analysis
  const began = Date.now()
  const analysis_digest = digestOfAnalysis(analysis)
  const added = await db.transaction().execute(async trx => {
    const number = await markAnalysed(trx, call_id, { analysed_at: clock(), analysis_digest })
    return number && addEvents(trx, context, eventsOfAnalysis(analysis, number))
  })
  if (added?.length) context.telephony.wake({ call_id, deliveries: added }, began)
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

/** docs/interface.md, "Events". */
export function eventsOfCall(
  call: EndedCall,
  number: ReportedNumber,
  timeZone: string,
): NewDelivery[] {
  const { call_term_callbacks, mcs_call_term_callbacks, missed_call_saver } = number
  const common = { call_id: call.call_id, tracking_number_id: number.id }
  const events: NewDelivery[] = []
  if (call_term_callbacks !== null) {
    events.push({
      ...common,
      event: 'call_termination',
      callback_url: call_term_callbacks,
      payload: JSON.stringify(callTermination(call, companyOf(number), timeZone)),
    })
  }
  if (!call.answered && missed_call_saver && mcs_call_term_callbacks !== null) {
    events.push({
      ...common,
      event: 'missed_call_saver',
      callback_url: mcs_call_term_callbacks,
      payload: JSON.stringify(missedCall(call, companyOf(number), timeZone)),
    })
  }
  return events
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

function companyOf({ company_name, company_reference }: ReportedNumber) {
  return { name: company_name, reference: company_reference }
}

async function addEvents(
  trx: Transaction<Schema>,
  { telephony, clock }: TelephonyContext,
  events: NewDelivery[],
): Promise<AcceptedReport['deliveries']> {
  const added = await addDeliveries(trx, telephony.queue, events, clock())
  return added.toSorted((a, b) => a.id - b.id)
}

import type { EndedCall } from '../../../contract/telephony.ts'
import { type HttpError, validationError } from '../../http/http-error.ts'
import type { NewDelivery } from '../../webhooks/store/add-deliveries.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { callTermination, companyOf, missedCall } from './payloads.ts'
import { reportConflict } from './report-conflict.ts'
import type { ReportedNumber } from './report-repository.ts'

/** The events that the report of a call makes; its analysis makes the others. */
export const CALL_EVENTS = ['call_termination', 'missed_call_saver'] as const

type KeptReport = { report_digest: Buffer | null; phone_number: string; ended_at: Date }

/** Whether a stored report with the same call id is identical to this one. */
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

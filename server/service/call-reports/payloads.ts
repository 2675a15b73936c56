import { createHash } from 'node:crypto'
import type { CompletedAnalysis, EndedCall } from '../../../contract/telephony.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type {
  CallTerminationPayload,
  DataEventPayload,
  MissedCallPayload,
} from '../../../contract/webhook-payload.ts'

type Company = CallTerminationPayload['company']

/** The company that a tracking number's payloads name. */
export function companyOf(number: { company_name: string; company_reference: string }): Company {
  return { name: number.company_name, reference: number.company_reference }
}

const WITHHELD = 'anonymous'

/** docs/interface.md, "Call termination callback payload"; its stamps are in `timeZone`. */
export function callTermination(
  call: EndedCall,
  company: Company,
  timeZone: string,
): CallTerminationPayload {
  return {
    call_id: call.call_id,
    tracking_number: call.tracking_number,
    caller_number: call.caller_number ?? WITHHELD,
    call_start_stamp: stampIn(new Date(call.call_start_stamp), timeZone),
    call_end_stamp: stampIn(new Date(call.call_end_stamp), timeZone),
    call_duration: durationOf(call),
    answered: call.answered,
    recording_url: call.recording_url ?? undefined,
    company,
    contact: agentOf(call),
    reference: call.reference ?? undefined,
  }
}

export function missedCall(call: EndedCall, company: Company, timeZone: string): MissedCallPayload {
  const { answered, recording_url, contact, ...rest } = callTermination(call, company, timeZone)
  return rest
}

export function dataEvent(
  analysis: CompletedAnalysis,
  trackingNumber: string,
  company: Company,
): DataEventPayload {
  const { call_id, intent, outcome, vehicle, sentiment } = analysis
  return { call_id, tracking_number: trackingNumber, company, intent, outcome, vehicle, sentiment }
}

/** Seconds. */
export function durationOf(call: EndedCall): number {
  const { call_start_stamp, call_end_stamp } = call
  return (
    call.call_duration ??
    Math.round((Date.parse(call_end_stamp) - Date.parse(call_start_stamp)) / 1_000)
  )
}

/** Who answered; null if nobody did, or nobody is named. */
export function agentOf({ answered, contact }: EndedCall): CallTerminationPayload['contact'] {
  return answered && contact ? { reference: contact.reference, name: contact.name } : null
}

/*
 * The same report may arrive again, and another report may arrive with the same call id. Digests
 * distinguish them by what a report means, not by how it is written: the order of its fields, the
 * offset of a stamp, and an explicit default make no difference.
 *
 * Digests are stored in the database. If their content or its order changes, Redial
 * refuses reports that were first sent before the change and are sent again after it.
 */

/** SHA-256 of what the report of an ended call says. */
export function digestOfCall(call: EndedCall): Buffer {
  const agent = agentOf(call)
  return digest([
    call.call_id,
    call.tracking_number,
    call.caller_number,
    Date.parse(call.call_start_stamp),
    Date.parse(call.call_end_stamp),
    durationOf(call),
    call.answered,
    call.recording_url ?? null,
    agent && [agent.reference, agent.name],
    call.reference ?? null,
  ])
}

/** SHA-256 of what the report of a completed analysis says. */
export function digestOfAnalysis(analysis: CompletedAnalysis): Buffer {
  const { call_id, intent, outcome, vehicle, sentiment } = analysis
  return digest([call_id, intent, outcome, vehicle, sentiment])
}

function digest(said: unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(said)).digest()
}

import { createHash } from 'node:crypto'
import type { CompletedAnalysis, EndedCall } from '../../../contract/telephony.ts'
import { agentOf, durationOf } from './payloads.ts'

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

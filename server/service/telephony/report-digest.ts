import { createHash } from 'node:crypto'
import type { CompletedAnalysis, EndedCall } from '../../../contract/telephony.ts'
import { agentOf, durationOf } from './payloads.ts'

/*
 * A report may come again, and its call id may come with another report. Which of the two it is, is
 * told by what the report means and not by how it is written: the order of its fields, the offset of
 * a stamp, and whether a default is written out make no difference.
 *
 * Digests are kept in the database. Whoever changes what goes into them, or its order, has reports
 * refused that are sent again after an update.
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

import type { Transaction } from 'kysely'
import type { AcceptedReport, CompletedAnalysis, EndedCall } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, validationError } from '../../http/http-error.ts'
import { addDeliveries, type NewDelivery } from '../deliveries/add-deliveries.ts'
import { callTermination, dataEvent, missedCall } from './payloads.ts'
import {
  deliveriesOf,
  findReportedNumber,
  insertCall,
  markAnalysed,
  numberIdOfCall,
  type ReportedNumber,
} from './report-repository.ts'
import type { TelephonyContext } from './telephony-context.ts'

/** What came of a report; `first` is false where it had come before. */
export type Acceptance = { first: boolean; report: AcceptedReport }

/**
 * Takes the report that a call ended: the call, its events and their first attempts are on disk
 * together, once, however often and from how many sides at once it's reported.
 *
 * @throws HttpError 400 for an unknown tracking number, or a call id that one of another number has
 */
export async function reportCall(context: TelephonyContext, call: EndedCall): Promise<Acceptance> {
  const { db, timeZone } = context
  const number = await findReportedNumber(db, call.tracking_number)
  if (!number) {
    throw validationError({
      tracking_number: [`There is no tracking number ${call.tracking_number}.`],
    })
  }
  const events = eventsOfCall(call, number, timeZone)
  const added = await db.transaction().execute(async trx => {
    const ended_at = new Date(call.call_end_stamp)
    const isNew = await insertCall(trx, {
      id: call.call_id,
      tracking_number_id: number.id,
      ended_at,
    })
    return isNew ? addEvents(trx, context, events) : undefined
  })
  if (added?.length) context.telephony.wake()
  // Were it taken for a repetition, this call would be accepted, and none of its events ever sent.
  if (added === undefined && (await numberIdOfCall(db, call.call_id)) !== number.id) {
    throw validationError({
      call_id: [
        `Call ${call.call_id} was reported before, of another tracking number. Each call needs an id of its own.`,
      ],
    })
  }
  const deliveries =
    added ?? (await deliveriesOf(db, call.call_id, ['call_termination', 'missed_call_saver']))
  return { first: added !== undefined, report: { call_id: call.call_id, deliveries } }
}

/**
 * Takes the report that a call's AI analysis is complete, in the same way.
 *
 * @throws HttpError 404 for a call that was never reported
 */
export async function reportAnalysis(
  context: TelephonyContext,
  analysis: CompletedAnalysis,
): Promise<Acceptance> {
  const { db, clock } = context
  const { call_id } = analysis
  const added = await db.transaction().execute(async trx => {
    const number = await markAnalysed(trx, call_id, clock())
    return number && addEvents(trx, context, eventsOfAnalysis(analysis, number))
  })
  if (added?.length) context.telephony.wake()
  if (added === undefined && (await numberIdOfCall(db, call_id)) === undefined) {
    throw detailError(404, `Call ${call_id} was never reported. Report its end first.`)
  }
  const deliveries = added ?? (await deliveriesOf(db, call_id, ['data_event']))
  return { first: added !== undefined, report: { call_id, deliveries } }
}

/** interface.md, "Events". */
function eventsOfCall(call: EndedCall, number: ReportedNumber, timeZone: string): NewDelivery[] {
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

import type { AcceptedReport, EndedCall } from '../../../contract/telephony.ts'
import type { HttpError } from '../../http/http-error.ts'
import { addDeliveries } from '../../webhooks/store/add-deliveries.ts'
import { digestOfCall } from '../telephony/report-digest.ts'
import {
  deliveriesOf,
  findReportedCalls,
  findReportedNumbers,
  insertCalls,
  type ReportedNumber,
} from '../telephony/report-repository.ts'
import { CALL_EVENTS, eventsOfCall, isSameCall, refusalOf } from '../telephony/reports.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'

/** What came of one report of several: it was taken, came before, or is refused. */
export type BatchOutcome = { status: 200 | 201; report: AcceptedReport } | { error: HttpError }

/**
 * Takes reports that calls ended, each as `reportCall` does, in one transaction: those that are taken
 * are on disk together with their events.
 *
 * @returns what came of each, in their order
 */
export async function reportCalls(
  context: TelephonyContext,
  calls: EndedCall[],
): Promise<BatchOutcome[]> {
  const { db, timeZone, clock, telephony } = context
  const began = Date.now()
  const found = await findReportedNumbers(db, [...new Set(calls.map(call => call.tracking_number))])
  const numbers = new Map(found.map(number => [number.phone_number, number]))
  const reports = calls.map(call => ({
    call,
    number: numbers.get(call.tracking_number),
    digest: digestOfCall(call),
  }))

  // Of reports with the same call id the first counts, and the others are compared with it.
  const firsts = new Map<number, Required<Report>>()
  for (const { call, number, digest } of reports) {
    if (number && !firsts.has(call.call_id)) firsts.set(call.call_id, { call, number, digest })
  }
  const taken = await db.transaction().execute(async trx => {
    const isNew = await insertCalls(trx, [...firsts.values()].map(rowOf))
    const events = [...firsts.values()]
      .filter(({ call }) => isNew.has(call.call_id))
      .flatMap(({ call, number }) => eventsOfCall(call, number, timeZone))
    await addDeliveries(trx, telephony.queue, events, clock())
    return isNew
  })

  const ids = [...new Set(calls.map(call => call.call_id))]
  const kept = new Map((await findReportedCalls(db, ids)).map(call => [call.id, call]))
  const deliveries = await deliveriesOf(db, ids, CALL_EVENTS)
  const outcomes: BatchOutcome[] = []
  for (const { call, number, digest } of reports) {
    const { call_id } = call
    const isFirst = firsts.get(call_id)?.call === call && taken.has(call_id)
    const before = kept.get(call_id)
    const isTaken = isFirst || (before !== undefined && isSameCall(before, call, digest))
    const accepted = { call_id, deliveries: deliveries.get(call_id) ?? [] }
    if (isFirst) telephony.wake(accepted, began)
    outcomes.push(
      isTaken
        ? { status: isFirst ? 201 : 200, report: accepted }
        : { error: await refusalOf(context, call, number) },
    )
  }
  return outcomes
}

type Report = { call: EndedCall; number?: ReportedNumber; digest: Buffer }

function rowOf({ call, number, digest }: Required<Report>) {
  return {
    id: call.call_id,
    tracking_number_id: number.id,
    ended_at: new Date(call.call_end_stamp),
    report_digest: digest,
  }
}

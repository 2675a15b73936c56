import type { AcceptedReport, EndedCall } from '../../../contract/telephony.ts'
import { databaseFault } from '../../database/database-fault.ts'
import type { HttpError } from '../../http/http-error.ts'
import { validationError } from '../../http/http-error.ts'
import { errorCode } from '../../webhooks/http/cause.ts'
import { addDeliveries, type NewDelivery } from '../../webhooks/store/add-deliveries.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { callTermination, companyOf, digestOfCall, missedCall } from './payloads.ts'
import {
  deliveriesOf,
  findReportedCalls,
  findReportedNumbers,
  insertCalls,
  type ReportedNumber,
  reportConflict,
} from './report-repository.ts'

/** The events that the report of a call makes; its analysis makes the others. */
const CALL_EVENTS = ['call_termination', 'missed_call_saver'] as const

type KeptReport = { report_digest: Buffer | null; phone_number: string; ended_at: Date }

/** `came` is when the report came, in ms since 1970. */
export type CallReport = { call: EndedCall; came: number }

/** The result of one report of a batch: accepted, repeated or rejected. */
export type ReportOutcome = { status: 200 | 201; report: AcceptedReport } | { error: HttpError }

/**
 * Accepts the reports that calls ended, in one transaction: the calls, their events and their first attempts
 * are stored together, once, however often a call is reported and even if it is reported simultaneously.
 *
 * @returns what came of each report, in their order
 */
export async function reportCalls(
  context: TelephonyContext,
  arrivals: CallReport[],
): Promise<ReportOutcome[]> {
  const { db, telephony } = context
  const numbers = new Map(
    (
      await findReportedNumbers(db, [...new Set(arrivals.map(({ call }) => call.tracking_number))])
    ).map(number => [number.phone_number, number]),
  )
  const reports = arrivals.map(({ call, came }) => ({
    call,
    came,
    number: numbers.get(call.tracking_number),
    digest: digestOfCall(call),
  }))
  // The first report with a call id counts, and others with the same id are compared with it.
  const firsts = new Map<number, KnownReport>()
  for (const report of reports) {
    if (isOfKnownNumber(report) && !firsts.has(report.call.call_id)) {
      firsts.set(report.call.call_id, report)
    }
  }
  const deliveries = await storeCalls(context, [...firsts.values()])
  const isTaken = ({ call }: Report) =>
    firsts.get(call.call_id)?.call === call && deliveries.has(call.call_id)

  const others = reports.filter(report => !isTaken(report))
  const before = await reportsBefore(
    context,
    others.map(({ call }) => call.call_id),
  )
  const outcomes: ReportOutcome[] = []
  for (const report of reports) {
    const { call, came, number, digest } = report
    const { call_id } = call
    const accepted = { call_id, deliveries: deliveries.get(call_id) ?? [] }
    const earlier = before.get(call_id)
    if (isTaken(report)) {
      if (accepted.deliveries.length > 0) telephony.wake(accepted, came)
      outcomes.push({ status: 201, report: accepted })
    } else if (earlier !== undefined && isSameCall(earlier, call, digest)) {
      outcomes.push({ status: 200, report: { call_id, deliveries: earlier.deliveries } })
    } else {
      // If another call counted as a repetition, it would be accepted and its events never sent.
      outcomes.push({ error: await refusalOf(context, call, number) })
    }
  }
  return outcomes
}

type Report = CallReport & { number: ReportedNumber | undefined; digest: Buffer }

type KnownReport = Report & { number: ReportedNumber }

function isOfKnownNumber(report: Report): report is KnownReport {
  return report.number !== undefined
}

/** @returns the deliveries of each call that is new, in the order of their ids */
async function storeCalls(
  { db, timeZone, clock, telephony }: TelephonyContext,
  reports: KnownReport[],
): Promise<Map<number, AcceptedReport['deliveries']>> {
  if (reports.length === 0) return new Map()
  return db.transaction().execute(async trx => {
    const isNew = await insertCalls(trx, reports.map(rowOf))
    const events = reports
      .filter(({ call }) => isNew.has(call.call_id))
      .flatMap(({ call, number }) => eventsOfCall(call, number, timeZone))
    const added = await addDeliveries(trx, telephony.queue, events, clock())
    const byCall = Map.groupBy(
      added.toSorted((a, b) => a.id - b.id),
      ({ call_id }) => call_id,
    )
    return new Map(
      Array.from(isNew, id => [
        id,
        (byCall.get(id) ?? []).map(({ id: deliveryId, event }) => ({ id: deliveryId, event })),
      ]),
    )
  })
}

/** The stored calls that were reported before. Their tracking numbers may have been removed since. */
async function reportsBefore({ db }: TelephonyContext, callIds: number[]) {
  if (callIds.length === 0) return new Map()
  const ids = [...new Set(callIds)]
  const calls = await findReportedCalls(db, ids)
  const deliveries = await deliveriesOf(db, ids, CALL_EVENTS)
  return new Map(
    calls.map(call => [call.id, { ...call, deliveries: deliveries.get(call.id) ?? [] }]),
  )
}

function rowOf({ call, number, digest }: KnownReport) {
  return {
    id: call.call_id,
    tracking_number_id: number.id,
    ended_at: new Date(call.call_end_stamp),
    report_digest: digest,
  }
}

/** Whether a stored report with the same call id is identical to this one. */
function isSameCall(before: KeptReport, call: EndedCall, digest: Buffer): boolean {
  if (before.report_digest !== null) return before.report_digest.equals(digest)
  const ended = Date.parse(call.call_end_stamp)
  return before.phone_number === call.tracking_number && before.ended_at.getTime() === ended
}

/** Why a report is not taken: its tracking number is unknown, or its call id has other content. */
async function refusalOf(
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

/** A larger transaction would delay the reports in it noticeably. */
const MAX_TOGETHER = 100

/** A report that waits for a lock of another process delays one transaction, and the others continue. */
const MAX_TRANSACTIONS = 2

/** PostgreSQL's code for a lock that another transaction holds for too long. */
const LOCK_NOT_AVAILABLE = '55P03'

type Waiting = CallReport & {
  settle(outcome: ReportOutcome): void
  fail(error: unknown): void
}

/**
 * Stores reports that come at the same time in one transaction. A report that comes alone is stored at
 * once; under load, reports that come during transactions wait for the next one, and share
 * the round trips to the database (docs/decisions/0014).
 */
export class GatheredReports {
  readonly #report: (reports: CallReport[]) => Promise<ReportOutcome[]>
  readonly #waiting: Waiting[] = []
  #transactions = 0

  /** @param report stores reports together and returns the outcome of each, in their order */
  constructor(report: (reports: CallReport[]) => Promise<ReportOutcome[]>) {
    this.#report = report
  }

  /** @throws the database's error, if the report could not be stored */
  take(call: EndedCall): Promise<ReportOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<ReportOutcome>()
    this.#waiting.push({ call, came: Date.now(), settle: resolve, fail: reject })
    this.#begin()
    return promise
  }

  #begin(): void {
    while (this.#transactions < MAX_TRANSACTIONS && this.#waiting.length > 0) {
      const together = this.#waiting.splice(0, MAX_TOGETHER)
      this.#transactions += 1
      void this.#store(together).finally(() => {
        this.#transactions -= 1
        this.#begin()
      })
    }
  }

  async #store(together: Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#report(together.map(({ call, came }) => ({ call, came })))
      for (const [index, outcome] of outcomes.entries()) together[index]?.settle(outcome)
    } catch (error) {
      const isOfAll =
        databaseFault(error) === 'transient' && errorCode(error) !== LOCK_NOT_AVAILABLE
      if (together.length === 1 || isOfAll) {
        for (const { fail } of together) fail(error)
      } else {
        // One report that the database refuses, or whose call is locked, must not fail the others.
        for (const one of together) await this.#store([one])
      }
    }
  }
}

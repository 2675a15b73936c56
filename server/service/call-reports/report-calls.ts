import type { AcceptedReport, EndedCall } from '../../../contract/telephony.ts'
import { databaseFault, isLockTimeout } from '../../database/database-fault.ts'
import type { HttpError } from '../../http/http-error.ts'
import { validationError } from '../../http/http-error.ts'
import { addDeliveries, type NewDelivery } from '../../webhooks/store/add-deliveries.ts'
import type { TelephonyContext } from '../telephony/telephony-context.ts'
import { callTermination, companyOf, digestOfCall, missedCall } from './payloads.ts'
import {
  findReportedCalls,
  findReportedNumbers,
  insertCalls,
  type ReportedCall,
  type ReportedNumber,
  reportConflict,
} from './report-repository.ts'

/** The events that the report of a call makes; its analysis makes the others. */
const CALL_EVENTS = ['call_termination', 'missed_call_saver'] as const

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
  const phoneNumbers = new Set(arrivals.map(({ call }) => call.tracking_number))
  const numbers = new Map(
    (await findReportedNumbers(db, [...phoneNumbers])).map(number => [number.phone_number, number]),
  )
  // The first report with a call id counts, and others with the same id are compared with it.
  const firsts = new Map<number, KnownCall>()
  for (const { call } of arrivals) {
    const number = numbers.get(call.tracking_number)
    if (number !== undefined && !firsts.has(call.call_id))
      firsts.set(call.call_id, { call, number })
  }
  const added = await storeCalls(context, [...firsts.values()])
  const takenAs = (call: EndedCall) =>
    firsts.get(call.call_id)?.call === call ? added.get(call.call_id) : undefined

  const others = arrivals.flatMap(({ call }) => (takenAs(call) ? [] : call.call_id))
  const before = new Map(
    (await findReportedCalls(db, [...new Set(others)], CALL_EVENTS)).map(call => [call.id, call]),
  )
  const outcomes: ReportOutcome[] = []
  for (const { call, came } of arrivals) {
    const { call_id } = call
    const deliveries = takenAs(call)
    const earlier = before.get(call_id)
    if (deliveries !== undefined) {
      if (deliveries.length > 0) telephony.wake({ call_id, deliveries }, came)
      outcomes.push({ status: 201, report: { call_id, deliveries } })
    } else if (earlier !== undefined && isSameCall(earlier, call)) {
      outcomes.push({ status: 200, report: { call_id, deliveries: earlier.deliveries } })
    } else {
      // If another call counted as a repetition, it would be accepted and its events never sent.
      outcomes.push({ error: await refusalOf(context, call, numbers.get(call.tracking_number)) })
    }
  }
  return outcomes
}

type KnownCall = { call: EndedCall; number: ReportedNumber }

/** @returns the deliveries of each call that is new, in the order of their ids */
async function storeCalls(
  { db, timeZone, clock, telephony }: TelephonyContext,
  calls: KnownCall[],
): Promise<Map<number, AcceptedReport['deliveries']>> {
  if (calls.length === 0) return new Map()
  return db.transaction().execute(async trx => {
    const isNew = await insertCalls(trx, calls.map(rowOf))
    const events = calls
      .filter(({ call }) => isNew.has(call.call_id))
      .flatMap(({ call, number }) => eventsOfCall(call, number, timeZone))
    const added = await addDeliveries(trx, telephony.queue, events, clock())
    const byCall = Map.groupBy(added, ({ call_id }) => call_id)
    return new Map(Array.from(isNew, id => [id, byCall.get(id) ?? []]))
  })
}

function rowOf({ call, number }: KnownCall) {
  return {
    id: call.call_id,
    tracking_number_id: number.id,
    ended_at: new Date(call.call_end_stamp),
    report_digest: digestOfCall(call),
  }
}

/** Whether a stored report with the same call id is identical to this one. */
function isSameCall(before: ReportedCall, call: EndedCall): boolean {
  if (before.report_digest !== null) return before.report_digest.equals(digestOfCall(call))
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
      const isOfAll = databaseFault(error) === 'transient' && !isLockTimeout(error)
      if (together.length === 1 || isOfAll) {
        for (const { fail } of together) fail(error)
      } else {
        // One report that the database refuses, or whose call is locked, must not fail the others.
        for (const one of together) await this.#store([one])
      }
    }
  }
}

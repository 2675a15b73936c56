import type { EndedCall } from '../../../contract/telephony.ts'
import { databaseFault } from '../../database/database-fault.ts'
import { errorCode } from '../../webhooks/http/cause.ts'
import type { CallReport, ReportOutcome } from './report-calls.ts'

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
 * once; under load, those that come while transactions are under way wait for the next one, and share
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

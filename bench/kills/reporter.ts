import { setTimeout } from 'node:timers/promises'
import { Agent } from 'undici'
import type { AcceptedReport } from '../../contract/telephony.ts'
import { reportCall } from '../deliveries/report-call.ts'

const REPORT_EVERY_MS = 25
/** A server that was killed a moment ago is asked again this soon. */
const AGAIN_AFTER_MS = 100

/**
 * Reports calls at a steady rate, each one again and again until it is accepted, as the telephone
 * switch does whose service is killed now and then.
 */
export class Reporter {
  /** What was answered, by the call's id: every answer, not only the last one. */
  readonly accepted = new Map<number, AcceptedReport>()
  /** How many reports got no answer, or not the one that they were after. */
  unanswered = 0
  readonly #url: string
  readonly #trackingNumbers: string[]
  readonly #dispatcher = new Agent({ headersTimeout: 5_000, connect: { timeout: 1_000 } })
  readonly #ended: Promise<void>
  #stopping = false

  constructor(url: string, trackingNumbers: string[]) {
    this.#url = url
    this.#trackingNumbers = trackingNumbers
    this.#ended = this.#run()
  }

  /** Resolves once all that was begun is accepted: a server has to run by then. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#ended
    await this.#dispatcher.close()
  }

  async #run(): Promise<void> {
    const reports: Promise<void>[] = []
    for (let callId = 1; !this.#stopping; callId++) {
      reports.push(this.#reportUntilAccepted(callId))
      await setTimeout(REPORT_EVERY_MS)
    }
    await Promise.all(reports)
  }

  async #reportUntilAccepted(callId: number): Promise<void> {
    const trackingNumber = this.#trackingNumbers[callId % this.#trackingNumbers.length] ?? ''
    const answered = callId % 3 !== 0
    const report = {
      url: this.#url,
      dispatcher: this.#dispatcher,
      callId,
      trackingNumber,
      answered,
    }
    for (;;) {
      try {
        this.accepted.set(callId, await reportCall(report))
        return
      } catch {
        this.unanswered += 1
        await setTimeout(AGAIN_AFTER_MS)
      }
    }
  }
}

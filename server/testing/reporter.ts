import { setTimeout } from 'node:timers/promises'
import { Agent } from 'undici'
import type { AcceptedReport } from '../../contract/telephony.ts'
import { reportCall } from './report-call.ts'

const REPORT_EVERY_MS = 25
/** How soon a server that was killed a moment ago is asked again. */
const AGAIN_AFTER_MS = 100
/** Three reporters stay below the 256 requests that a client may have in flight. */
const MAX_IN_FLIGHT = 80

type ReporterOptions = {
  /** The processes of Redial, which are used in turns. */
  urls: string[]
  /** TELEPHONY_KEY. */
  key: string
  trackingNumbers: string[]
  /** The calls' ids begin after this one. */
  after?: number
}

/**
 * Reports 40 calls a second by the clock, each one repeatedly until it is accepted, like a telephone switch
 * whose service is killed now and then.
 */
export class Reporter {
  /** The answers by the call's id: every answer, not only the last one. */
  readonly accepted = new Map<number, AcceptedReport>()
  /** What went wrong with each report that got no answer, or an unexpected one. */
  readonly problems: string[] = []
  readonly #options: ReporterOptions
  readonly #dispatcher = new Agent({ headersTimeout: 5_000, connect: { timeout: 1_000 } })
  readonly #ended: Promise<void>
  readonly #underWay = new Set<Promise<void>>()
  #asked = 0
  #stopping = false

  constructor(options: ReporterOptions) {
    this.#options = options
    this.#ended = this.#run()
  }

  /** Resolves when all started reports are accepted, which needs a running server. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#ended
    await this.#dispatcher.close()
  }

  async #run(): Promise<void> {
    const { after = 0 } = this.#options
    let due = performance.now()
    for (let callId = after + 1; !this.#stopping; callId++) {
      const report = this.#reportUntilAccepted(callId).finally(() => this.#underWay.delete(report))
      this.#underWay.add(report)
      due += REPORT_EVERY_MS
      await setTimeout(Math.max(0, due - performance.now()))
      if (this.#underWay.size < MAX_IN_FLIGHT) continue
      await Promise.race(this.#underWay)
      // Reports that could not start are not caught up on.
      due = performance.now()
    }
    await Promise.all(this.#underWay)
  }

  async #reportUntilAccepted(callId: number): Promise<void> {
    const { urls, key, trackingNumbers } = this.#options
    const trackingNumber = trackingNumbers[callId % trackingNumbers.length] ?? ''
    const answered = callId % 3 !== 0
    for (;;) {
      const url = urls[this.#asked++ % urls.length] ?? ''
      const report = { url, key, dispatcher: this.#dispatcher, callId, trackingNumber, answered }
      try {
        this.accepted.set(callId, await reportCall(report))
        return
      } catch (error) {
        this.problems.push(String(error))
        await setTimeout(AGAIN_AFTER_MS)
      }
    }
  }
}

import type { AcceptedReport } from '../../../contract/telephony.ts'
import type { AttemptQueue } from '../../webhooks/engine/attempt-queue.ts'
import type { ServiceContext } from '../context/service-context.ts'

/** The further dependencies of the telephony port. */
export type TelephonyDependencies = {
  /** TELEPHONY_KEY; null if it isn't set, and then nobody has access. */
  key: string | null
  /** PREVIOUS_TELEPHONY_KEY. */
  previousKey?: string | undefined
  queue: AttemptQueue
  /**
   * Called after each commit that added deliveries, so that they are sent immediately.
   *
   * @param began when the report came, in ms since 1970
   */
  wake(report: AcceptedReport, began: number): void
  /** Explains why a callback URL can't be a receiver's; null if it can. */
  receiverProblem(url: string): Promise<string | null>
}

/** The dependencies of the telephone switch's routes. */
export type TelephonyContext = ServiceContext & { telephony: TelephonyDependencies }

import type { AcceptedReport } from '../../../contract/telephony.ts'
import type { AttemptQueue } from '../../webhooks/engine/attempt-queue.ts'
import type { ServiceContext } from '../context/service-context.ts'

/** The further dependencies of the telephony port. */
export type TelephonyDependencies = {
  /** TELEPHONY_KEY; null where it isn't set: then nobody gets in. */
  key: string | null
  queue: AttemptQueue
  /**
   * Called after each commit that added deliveries, so that they are sent immediately.
   *
   * @param began when the report came, in ms since 1970
   */
  wake(report: AcceptedReport, began: number): void
  /** Why a callback URL can't be a receiver's, in plain words; null where nothing speaks against it. */
  receiverProblem(url: string): Promise<string | null>
}

/** What the routes of the telephone switch work with. */
export type TelephonyContext = ServiceContext & { telephony: TelephonyDependencies }

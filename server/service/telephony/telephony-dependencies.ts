import type { AttemptQueue } from '../../webhooks/engine/attempt-queue.ts'

/** What the port of the telephone switch works with besides. */
export type TelephonyDependencies = {
  /** TELEPHONY_KEY; null where it isn't set: then nobody gets in. */
  key: string | null
  queue: AttemptQueue
  /** Told after each commit that added deliveries, so that they go out at once. */
  wake(): void
  /** Why a callback URL can't be a receiver's, in plain words; null where nothing speaks against it. */
  receiverProblem(url: string): Promise<string | null>
}

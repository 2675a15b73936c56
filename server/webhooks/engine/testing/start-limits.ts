import type { DueAttempt } from '../attempt-queue.ts'
import type { PlannedClaim } from '../claim-planner.ts'
import type { LimitedAttempt } from '../receiver-limit.ts'
import { ReceiverLimits } from '../receiver-limits.ts'

let made = 0

export function due(receiver: string, { account = 'acme', isUrgent = false } = {}): DueAttempt {
  const id = ++made
  return { jobId: `job ${id}`, retryCount: 0, id, number: 1, receiver, account, isUrgent }
}

export const many = (count: number, receiver: string, account?: string) =>
  Array.from({ length: count }, () => due(receiver, { account }))

export function planned(claim: PlannedClaim | null): PlannedClaim {
  if (claim === null) throw new Error('Nothing is to be claimed')
  return claim
}

const ATTEMPT = { url: 'https://crm.example/hook', account: 'acme', latenessMs: 0 }

/** Receiver limits whose attempts are posted as soon as they are allowed to start and have room. */
export function startLimits({ processes = 1, inFlight = 2_000, isBusy = false } = {}) {
  const begun: DueAttempt[] = []
  const posted: DueAttempt[] = []
  const wanted: string[] = []
  const limits = new ReceiverLimits<string, LimitedAttempt>({
    read(attempt) {
      begun.push(attempt)
      limits.ready(attempt, ATTEMPT)
    },
    post: attempt => posted.push(attempt),
    wantMore: queue => wanted.push(queue),
    processes: () => processes,
    isBusy: () => isBusy,
    now: () => performance.now(),
    inFlight,
  })
  const begunAt = (receiver: string) => begun.filter(one => one.receiver === receiver)
  const postedAt = (receiver: string) => posted.filter(one => one.receiver === receiver)
  return { limits, begun, begunAt, postedAt, wanted }
}

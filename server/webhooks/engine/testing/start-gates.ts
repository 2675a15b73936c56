import type { DueAttempt } from '../attempt-queue.ts'
import type { Wanted } from '../claim-planner.ts'
import { GateRegistry } from '../gate-registry.ts'

let made = 0

export function due(receiver: string, { account = 'acme', isUrgent = false } = {}): DueAttempt {
  const id = ++made
  return { jobId: `job ${id}`, retryCount: 0, id, number: 1, receiver, account, isUrgent }
}

export const many = (count: number, receiver: string, account?: string) =>
  Array.from({ length: count }, () => due(receiver, { account }))

export function wants(wanted: Wanted | null): Wanted {
  if (wanted === null) throw new Error('Nothing is wanted')
  return wanted
}

export function startGates({ processes = 1, inFlight = 2_000 } = {}) {
  const begun: DueAttempt[] = []
  const wanted: string[] = []
  const gates = new GateRegistry<string>({
    begin: attempt => begun.push(attempt),
    wantMore: queue => wanted.push(queue),
    processes: () => processes,
    now: () => performance.now(),
    inFlight,
  })
  const begunAt = (receiver: string) => begun.filter(one => one.receiver === receiver)
  return { gates, begun, begunAt, wanted }
}

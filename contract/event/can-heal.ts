import { type FailureCause, failureCause, type Outcome } from './failure-cause.ts'

/** Causes on the side of the receiver that end without a change of the event or of its address. */
const HEALING: ReadonlySet<FailureCause> = new Set<FailureCause>([
  ...(['broke-off', 'interim', 'no-connection', 'not-http', 'timeout', 'too-late'] as const),
  ...(['name-not-found', 'name-not-looked-up', 'proxy', 'refused', 'unreachable'] as const),
  ...(['certificate-expired', 'certificate-name-mismatch', 'certificate-revoked'] as const),
  ...(['certificate-too-new', 'certificate-untrusted', 'no-secure-connection'] as const),
])

/** Causes after which the receiver may have the event, so that it may get it twice. */
const UNCERTAIN: ReadonlySet<FailureCause> = new Set<FailureCause>([
  ...(['broke-off', 'interim', 'not-http', 'timeout', 'too-late'] as const),
  ...(['other-success', 'redirect', 'odd-status', 'other', 'unknown'] as const),
])

/** Causes on the side of the receiver that stay until a person ends them, whatever event is sent. */
const REFUSING: ReadonlySet<FailureCause> = new Set<FailureCause>([
  ...(['unauthorized', 'not-found', 'gone', 'method-not-allowed', 'moved', 'redirect'] as const),
  ...(['client-certificate', 'address-not-allowed', 'other-success'] as const),
])

/** "at-first": on the first day, because the receiver may be in the middle of an update. */
export function canHeal(outcome: Outcome): boolean | 'at-first' {
  const { status } = outcome
  if (status === 404) return 'at-first'
  if (status !== null && status !== 200) {
    return status >= 500 || status === 408 || status === 425 || status === 429
  }
  return HEALING.has(failureCause(outcome))
}

/** @param outcome null if the service reports no attempts */
export function mayHaveArrived(outcome: Outcome | null): boolean {
  return UNCERTAIN.has(failureCause(outcome))
}

/** Whether the receiver would have refused any event. */
export function refusesAll(outcome: Outcome): boolean {
  return REFUSING.has(failureCause(outcome))
}

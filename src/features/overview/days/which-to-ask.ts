import type { QueryState } from '@tanstack/react-query'
import { ApiError, type ApiErrorKind } from '../../../api/api-error.ts'

/** The number of counts to read at a time, in their order. */
const MAX_UNDER_WAY = 2
/** After this many failed counts, the others would fail, too. */
const MAX_FAILURES = 3
/** After one of these errors, the next request would fail in the same way. */
const FOR_ALL: ApiErrorKind[] = ['throttled', 'offline', 'forbidden', 'signed-out']

export type CountState = Pick<QueryState<number, Error>, 'status' | 'fetchStatus' | 'error'>

/** The counts to request now, given all counts in the order of their importance. */
export function whichToAsk(states: (CountState | undefined)[]): boolean[] {
  const hasGivenUp = isHopeless(states)
  let underWay = 0
  return states.map(state => {
    if (state?.status === 'success' || state?.status === 'error') return true
    if (state?.fetchStatus !== 'fetching' && (hasGivenUp || underWay >= MAX_UNDER_WAY)) {
      return false
    }
    underWay++
    return true
  })
}

/** Whether the remaining counts wait until a person retries. */
export function isHopeless(states: (CountState | undefined)[]): boolean {
  const errors = states.flatMap(state => state?.error ?? [])
  return (
    errors.length >= MAX_FAILURES ||
    errors.some(error => error instanceof ApiError && FOR_ALL.includes(error.kind))
  )
}

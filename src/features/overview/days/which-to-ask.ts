import type { QueryState } from '@tanstack/react-query'
import { ApiError, type ApiErrorKind } from '../../../api/api-error.ts'

/** Counts are read in their order, so many at a time: what was asked for last comes last. */
const MAX_UNDER_WAY = 2
/** So many that couldn't be read mean that the rest can't be either. */
const MAX_FAILURES = 3
/** After one of these, the next request would come to the same. */
const FOR_ALL: ApiErrorKind[] = ['throttled', 'offline', 'forbidden', 'signed-out']

export type CountState = Pick<QueryState<number, Error>, 'status' | 'fetchStatus' | 'error'>

/** Of counts in the order in which they matter: which of them to ask for now. */
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

/** Whether the counts that were not asked for yet are left alone until somebody tries again. */
export function isHopeless(states: (CountState | undefined)[]): boolean {
  const errors = states.flatMap(state => state?.error ?? [])
  return (
    errors.length >= MAX_FAILURES ||
    errors.some(error => error instanceof ApiError && FOR_ALL.includes(error.kind))
  )
}

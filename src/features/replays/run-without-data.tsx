import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { ErrorState } from '../../ui/states/states.tsx'
import { QueryWithoutData } from '../request-errors/request-failure.tsx'

type RunWithoutDataProps = { query: UseQueryResult<unknown>; label: string }

/** Shown instead of a replay run: that it loads, why it could not be loaded, or that there is none. */
export function RunWithoutData({ query, label }: RunWithoutDataProps) {
  if (!(query.error instanceof ApiError) || query.error.kind !== 'not-found') {
    return <QueryWithoutData query={query} label={label} rows={3} />
  }
  return (
    <ErrorState
      title="Replay not found"
      message="The link may be incomplete, or the replay belongs to another account."
    >
      <Link to="/replays">All replays</Link>
    </ErrorState>
  )
}

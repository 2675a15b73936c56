import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { randomId } from '../../../ui/random-id.ts'

/** Numbers that were unblocked here, and can be blocked again. */
export type Unblocked = {
  id: string
  at: string
  context: EntityContext
  entity: Entity
  numbers: string[]
  isUndone: boolean
  /** Undone in part, or perhaps: what is blocked by now may have been blocked here. */
  isTried: boolean
}

/** Kept in this page's memory alone, for as long as the session lasts. */
const historyQuery = queryOptions<Unblocked[]>({
  queryKey: queryKeys.unblockedInThisVisit,
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** What was unblocked in this visit, the latest first. */
export function useUnblockHistory(): Unblocked[] {
  return useQuery(historyQuery).data ?? []
}

/** @returns what it is called by from now on */
export function addToHistory(
  queryClient: QueryClient,
  unblocked: Pick<Unblocked, 'context' | 'entity' | 'numbers'>,
): string {
  const id = randomId()
  const entry = { ...unblocked, id, at: new Date().toISOString(), isUndone: false, isTried: false }
  queryClient.setQueryData<Unblocked[]>(historyQuery.queryKey, (history = []) => [
    entry,
    ...history,
  ])
  return id
}

export function markUndone(queryClient: QueryClient, id: string): void {
  change(queryClient, id, { isUndone: true })
}

/** @param numbers what could not be blocked again */
export function leaveToUndo(queryClient: QueryClient, id: string, numbers: string[]): void {
  change(queryClient, id, { numbers, isTried: true })
}

function change(queryClient: QueryClient, id: string, to: Partial<Unblocked>): void {
  queryClient.setQueryData<Unblocked[]>(historyQuery.queryKey, history =>
    history?.map(entry => (entry.id === id ? { ...entry, ...to } : entry)),
  )
}

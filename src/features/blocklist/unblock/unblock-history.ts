import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { randomId } from '../../../ui/random-id.ts'

/** Numbers that were unblocked in this tab and can be blocked again. */
export type Unblocked = {
  id: string
  at: string
  context: EntityContext
  entity: Entity
  numbers: string[]
  isUndone: boolean
  /** Whether an undo was attempted. Numbers that are blocked now may have been blocked by it. */
  isTried: boolean
}

/** Kept only in memory, until the session ends. */
const historyQuery = queryOptions<Unblocked[]>({
  queryKey: queryKeys.unblockedInThisVisit,
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Numbers that were unblocked in this session, newest first. */
export function useUnblockHistory(): Unblocked[] {
  return useQuery(historyQuery).data ?? []
}

/** @returns the id of the new entry */
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

/** undefined if it was undone in the meantime. */
export function findUndoable(queryClient: QueryClient, id: string): Unblocked | undefined {
  return queryClient
    .getQueryData<Unblocked[]>(historyQuery.queryKey)
    ?.find(entry => entry.id === id && !entry.isUndone)
}

export function markUndone(queryClient: QueryClient, id: string): void {
  change(queryClient, id, { isUndone: true })
}

/** @param numbers the ones that could not be blocked again */
export function leaveToUndo(queryClient: QueryClient, id: string, numbers: string[]): void {
  change(queryClient, id, { numbers, isTried: true })
}

function change(queryClient: QueryClient, id: string, to: Partial<Unblocked>): void {
  queryClient.setQueryData<Unblocked[]>(historyQuery.queryKey, history =>
    history?.map(entry => (entry.id === id ? { ...entry, ...to } : entry)),
  )
}

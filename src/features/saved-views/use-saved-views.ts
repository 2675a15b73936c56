import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import {
  type NewView,
  SAVED_VIEWS_PATH,
  SavedView,
  SavedViews,
} from '../../../contract/saved-view.ts'
import { request, sendChange } from '../../api/request.ts'
import { sessionQuery } from '../session/session-query.ts'

/** The views of the person and of the account. The lists open with the default ones among them from then on. */
export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: async ({ client, signal }) => {
    const { results } = await request(SavedViews, SAVED_VIEWS_PATH, { signal })
    const usual = results.filter(view => view.is_default)
    const default_views = Object.fromEntries(usual.map(view => [view.list, view]))
    client.setQueryData(sessionQuery.queryKey, session => session && { ...session, default_views })
    return results
  },
  staleTime: 60_000,
})

export function saveView(body: NewView): Promise<SavedView> {
  return request(SavedView, SAVED_VIEWS_PATH, { method: 'POST', body, expect: [201] })
}

/** Fails if a colleague has changed it since. */
export function changeView({ id, ...body }: SavedView): Promise<SavedView> {
  return request(SavedView, `${SAVED_VIEWS_PATH}/${id}`, { method: 'PUT', body })
}

export function deleteView({ id, version }: SavedView): Promise<void> {
  return sendChange(`${SAVED_VIEWS_PATH}/${id}?version=${version}`, { method: 'DELETE' })
}

/** @param id null for the list as it is */
export function setDefaultView(list: FailedEventList, id: string | null): Promise<void> {
  return sendChange(`/gateway/default-views/${list}`, { method: 'PUT', body: { id } })
}

type ViewChange = {
  make: () => Promise<unknown>
  /** The notice that appears after the change. */
  text?: string
  isDeletion?: boolean
  /** The view that `undo` restores. */
  id?: string
  undo?: () => Promise<unknown>
  /** Whether a form shows why it failed. */
  isInForm?: boolean
}

/** Makes a change, and resolves once the views that followed are shown. */
export function useViewChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ make }: ViewChange) => make(),
    // A request whose answer was lost may have succeeded, and after a conflict there are newer views.
    onSettled: () => queryClient.invalidateQueries(savedViewsQuery),
  })
}

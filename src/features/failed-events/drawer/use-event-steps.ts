import { useMutation, useQueryClient } from '@tanstack/react-query'
import { pageCount } from '../../../format/page-count.ts'
import type { ListProps } from '../../event/list/list-search.ts'
import { type EventPage, failedEventsQuery } from '../failed-events-query.ts'
import { hasNext, hasPrevious, placeOn, stepFrom } from './event-steps.ts'
import * as messages from './messages.ts'

export type EventSteps = {
  next: (() => void) | null
  previous: (() => void) | null
  /** "3 of 20 on page 2 of 65" */
  place: string
  error: Error | null
  /** Whether the next or previous event disappeared in the meantime. */
  isAtEnd: boolean
}

/**
 * Moves from the open event to the previous and the next one, also to neighbouring pages. It adds no
 * entry to the browser's history, so that Back closes the drawer.
 */
export function useEventSteps({ list, search, onSearch }: ListProps, page: EventPage): EventSteps {
  const queryClient = useQueryClient()
  const open = search.event ?? ''
  const step = useMutation({
    mutationFn: (by: 1 | -1) =>
      stepFrom(
        { page, open, read: asked => queryClient.fetchQuery(failedEventsQuery(list, asked)) },
        by,
      ),
    onSuccess: found => {
      if (found !== null) onSearch({ ...search, ...found }, { replace: true, state: true })
    },
  })
  const go = (by: 1 | -1) => () => {
    if (!step.isPending) step.mutate(by)
  }
  return {
    next: hasNext({ page, open }) ? go(1) : null,
    previous: hasPrevious({ page, open }) ? go(-1) : null,
    place: step.isPending ? messages.loading : formatPlace(page, open),
    error: step.error,
    isAtEnd: step.data === null,
  }
}

function formatPlace(page: EventPage, open: string): string {
  const place = placeOn(page, open) + 1
  if (place === 0) return ''
  const pages = pageCount(page.asked.page, page)
  const where = messages.placeOnPage(place, page.results.length)
  if (pages === 1) return where
  return messages.placeInList(where, page.asked.page, pages)
}

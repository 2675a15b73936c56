import { useMutation } from '@tanstack/react-query'
import type { PagePlace } from '../../../../contract/pages/page-place.ts'
import { useList } from '../../event/list/use-list.tsx'

/** A page of a list, by the keys of its events. */
export type KeysOfPage = { place: PagePlace; keys: string[] }

/** The visible page, and functions that load the pages next to it; null where there is none. */
export type StepPages = KeysOfPage & {
  next: (() => Promise<KeysOfPage>) | null
  previous: (() => Promise<KeysOfPage>) | null
}

export type Step = PagePlace & { event: string }

export type EventSteps = {
  next: (() => void) | null
  previous: (() => void) | null
  isLoading: boolean
  error: Error | null
  /** Whether the next or previous event disappeared in the meantime. */
  isAtEnd: boolean
}

/**
 * Moves from the open event to the previous and the next one, also to neighbouring pages. It adds no
 * entry to the browser's history, so that Back closes the drawer.
 */
export function useEventSteps(pages: StepPages): EventSteps {
  const { search, onSearch } = useList()
  const open = search.event ?? ''
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (find: () => Promise<Step | null>) => find(),
    onSuccess: to => {
      if (to !== null) onSearch({ ...search, ...to }, { replace: true, state: true })
    },
  })
  const go = (by: 1 | -1) => {
    const find = stepFrom(pages, open, by)
    return find && (() => isPending || mutate(find))
  }
  return { next: go(1), previous: go(-1), isLoading: isPending, error, isAtEnd: data === null }
}

/**
 * Finds the event after (1) or before (-1) the open one, if necessary on the neighbouring page. New failures
 * may have pushed the open event there in the meantime; the step then starts from it.
 *
 * @returns null if there are no more; the function's result is null if they have disappeared
 */
export function stepFrom(
  { place, keys, next, previous }: StepPages,
  open: string,
  by: 1 | -1,
): (() => Promise<Step | null>) | null {
  const index = keys.indexOf(open)
  if (index < 0) return null
  const here = stepOn({ place, keys }, index + by)
  if (here !== null) return async () => here
  const load = by === 1 ? next : previous
  if (load === null) return null
  return async () => {
    const neighbour = await load()
    const openIndex = neighbour.keys.indexOf(open)
    const edge = by === 1 ? 0 : neighbour.keys.length - 1
    return stepOn(neighbour, openIndex >= 0 ? openIndex + by : edge)
  }
}

function stepOn({ place: { page, cursor }, keys }: KeysOfPage, index: number): Step | null {
  const event = keys[index]
  return event === undefined ? null : { page, cursor, event }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { EventsPage, ListedEvent } from '../../../contract/events.ts'
import { numbered } from '../../../contract/pages/page-place.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { eventText } from '../event/event-json.ts'
import type { EventRow } from '../event/event-row.ts'
import { targetLink } from '../event/list/event-link.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { changePage, type ListProps } from '../event/list/list-search.ts'
import { EventBar, type EventSteps, eventAbout } from '../failed-events/drawer/event-bar.tsx'
import { EventDrawer } from '../failed-events/drawer/event-drawer.tsx'
import { placeOn } from '../failed-events/drawer/event-steps.ts'
import { findEventQuery } from '../failed-events/drawer/find-event-query.ts'
import { failedEventsQuery } from '../failed-events/failed-events-query.ts'
import { pageOf } from '../range/listed-row.ts'
import { QueryFailure } from '../request-errors/request-failure.tsx'

type RangeEventDrawerProps = ListProps & {
  page: EventsPage
  rows: EventRow[]
  /** Loads another page of the same events. */
  loadPage: (page: number) => Promise<EventsPage>
}

/** The open event of a range, read again from the service, with the way to its neighbours in the list. */
export function RangeEventDrawer({ page, rows, loadPage, ...props }: RangeEventDrawerProps) {
  const { list, search, onSearch } = props
  const listed = useLastListed(search.event, page.results, rows)
  const { query, full } = useFullEvent(list, listed?.event)
  // The newest state and replay of its row, with the payload and the attempts of the service.
  const row = listed &&
    full && { ...listed.row, event: full.row.event, call: full.row.call, target: full.row.target }
  const close = () => onSearch({ ...search, event: undefined })
  return (
    <EventDrawer
      list={list}
      eventKey={search.event}
      row={row}
      text={full?.text}
      onClose={close}
      bar={
        <EventBar
          steps={stepsOf(props, { page, rows, loadPage })}
          about={eventAbout(listed?.row)}
          link={listed ? targetLink(full?.row ?? listed.row) : null}
          onClose={close}
        />
      }
      missing={
        query.error ? (
          <QueryFailure query={query} />
        ) : listed && query.data === undefined ? (
          <LoadingRows label={`Loading the ${LIST_LABELS[list].one}…`} />
        ) : undefined
      }
    />
  )
}

/** The open event and its row, which stay when the event leaves the list. */
function useLastListed(open: string | undefined, events: ListedEvent[], rows: EventRow[]) {
  const [last, setLast] = useState<{ event: ListedEvent; row: EventRow }>()
  const row = rows.find(({ key }) => key === open)
  const event = events.find(({ key }) => key === open)
  if (row !== undefined && event !== undefined && last?.row !== row) setLast({ event, row })
  if (row !== undefined && event !== undefined) return { event, row }
  return last?.row.key === open ? last : undefined
}

/** The event with its payload and its text, on the page where it was listed or where it has moved to since. */
function useFullEvent(list: ListProps['list'], listed: ListedEvent | undefined) {
  const client = useQueryClient()
  const key = listed?.key ?? ''
  const listPage = useMemo(() => listed && pageOf(listed), [listed])
  const query = useQuery({
    queryKey: ['full-event', list, key, listPage],
    enabled: listPage !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      if (listPage === undefined) return null
      const first = await client.fetchQuery(failedEventsQuery(list, listPage))
      if (placeOn(first, key) >= 0) return first
      const place = await client.fetchQuery(findEventQuery({ list, event: key, page: first }))
      return place && client.fetchQuery(failedEventsQuery(list, { ...listPage, ...place }))
    },
  })
  const { data } = query
  const full = useMemo(() => {
    const index = data ? placeOn(data, key) : -1
    const row = data?.rows[index]
    return data && row && { row, text: eventText(data.text, index) }
  }, [data, key])
  return { query, full: full ?? undefined }
}

/** Steps within the page, and to the pages before and after it. */
function stepsOf(
  { search, onSearch }: ListProps,
  { page: { count, next }, rows, loadPage }: Omit<RangeEventDrawerProps, keyof ListProps>,
): EventSteps | undefined {
  const index = rows.findIndex(({ key }) => key === search.event)
  if (index < 0) return undefined
  const { page, size } = search
  const to = (row: EventRow | undefined) =>
    row && (() => onSearch({ ...search, event: row.key }, { replace: true }))
  const turn = async (by: 1 | -1) => {
    const { results } = await loadPage(page + by)
    const event = by === 1 ? results[0] : results.at(-1)
    if (event === undefined) return
    onSearch({ ...changePage(search, numbered(page + by)), event: event.key }, { replace: true })
  }
  return {
    next: to(rows[index + 1]) ?? (next === null ? null : () => void turn(1)),
    previous: to(rows[index - 1]) ?? (page === 1 ? null : () => void turn(-1)),
    place: `${formatNumber((page - 1) * size + index + 1)} of ${formatNumber(count)}`,
    error: null,
    isAtEnd: false,
  }
}

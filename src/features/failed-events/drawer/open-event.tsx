import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { EventPlace } from '../../../../contract/events.ts'
import { numbered } from '../../../../contract/pages/page-place.ts'
import { formatDateRange } from '../../../format/days.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { eventText } from '../../event/event-json.ts'
import type { EventRow } from '../../event/event-row.ts'
import { targetLink } from '../../event/list/event-link.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { type ListProps, needsRange } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { requestFullEvent } from '../../event/request-events.ts'
import { rangeQuery } from '../../range/events-query.ts'
import { useReading } from '../../range/use-reading.ts'
import { QueryFailure, RequestFailure } from '../../request-errors/request-failure.tsx'
import { EventBar } from './event-bar.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { type StepPages, useEventSteps } from './event-steps.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the entry before is the replay run from which this event was opened. Closing it returns there. */
    isFromRun?: true
  }
}

export type OpenEventProps = Pick<ListProps, 'search' | 'onSearch'> & {
  rows: EventRow[]
  /** Whether other rows are loading. */
  isLoading: boolean
  pages: Omit<StepPages, 'keys'>
  /** "3 of 20 on page 2 of 65" for the third row. */
  formatPlace: (index: number) => string
  /** The service's answer that lists the rows. Without it, an event is read from the service when it is opened. */
  pageText?: string
}

export function OpenEvent(props: OpenEventProps) {
  const { rows, isLoading, pages, formatPlace, pageText } = props
  const { list, search, onSearch } = useList()
  const { event } = search
  const { one } = LIST_LABELS[list]
  const index = rows.findIndex(({ key }) => key === event)
  const listed = useLastListed(event, rows[index])
  const text = useMemo(
    () => (pageText === undefined || index < 0 ? undefined : eventText(pageText, index)),
    [pageText, index],
  )
  const { full, query } = useFullEvent(listed, text)
  const steps = useEventSteps({ ...pages, keys: rows.map(({ key }) => key) })
  const { history } = useRouter()
  const close = () => {
    if (history.location.state.isFromRun) history.back()
    else onSearch({ ...search, event: undefined })
  }
  const missing =
    event === undefined || (listed === undefined && isLoading) ? (
      <LoadingRows label={`Loading the ${one}…`} />
    ) : listed === undefined ? (
      <MissingEvent event={event} />
    ) : query.error ? (
      <QueryFailure query={query} />
    ) : query.data === undefined ? (
      <LoadingRows label={`Loading the ${one}…`} />
    ) : (
      <EmptyState
        title={`This ${one} isn’t in the list`}
        message="The service no longer lists it. Close this and refresh the list."
      />
    )
  return (
    <EventDrawer
      eventKey={event}
      row={full?.row}
      text={full?.text}
      onClose={close}
      bar={
        <EventBar
          steps={steps}
          place={index < 0 ? '' : formatPlace(index)}
          about={listed ? `${listed.name}, ${listed.why}` : ''}
          link={listed ? targetLink(listed) : null}
          onClose={close}
        />
      }
      missing={missing}
    />
  )
}

/** The row of the open event, which stays when the event leaves the list. */
function useLastListed(open: string | undefined, row: EventRow | undefined) {
  const [last, setLast] = useState<EventRow>()
  if (row !== undefined && last !== row) setLast(row)
  return row ?? (last?.key === open ? last : undefined)
}

/** @param text of the event, if the list has it. Otherwise the service is asked. */
function useFullEvent(row: EventRow | undefined, text: string | undefined) {
  const query = useQuery({
    queryKey: ['full-event', row?.key, row?.target],
    enabled: row !== undefined && text === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      if (row === undefined) return null
      const { target, key } = row
      return requestFullEvent(target.list, { ...target, key }, signal)
    },
  })
  if (row === undefined) return { full: undefined, query }
  if (text !== undefined) return { full: { row, text }, query }
  const full = query.data && {
    text: query.data.text,
    row: {
      ...row,
      event: { ...query.data.event, ordinal: row.event.ordinal },
      call: query.data.event.call,
    },
  }
  return { full: full ?? undefined, query }
}

/**
 * Shown for an event that is not on the page in the link. The gateway reads the whole list and says which page of its
 * copy has the event, which is then opened.
 */
function MissingEvent({ event }: { event: string }) {
  const { list, search, onSearch, filter } = useList()
  const { reading, version, problem, readAgain } = useReading(list, search)
  // A copy that is read again has the event where it was before.
  const isOld = reading?.is_reading && reading.is_complete
  const { size, sort } = search
  const eventPlace = { ...filter, event, page_size: `${size}`, sort }
  const query = useQuery(rangeQuery(EventPlace, '/place', eventPlace, isOld ? undefined : version))
  const page = query.data?.page ?? null

  useEffect(() => {
    if (page === null) return
    const view = needsRange(search) ? search.view : 'all'
    onSearch({ ...search, view, ...numbered(page) }, { replace: true, state: true })
  }, [page, onSearch, search])

  const { one } = LIST_LABELS[list]
  if (problem !== null) return <RequestFailure error={problem} onRetry={readAgain} />
  if (query.error) return <QueryFailure query={query} />
  if (reading === undefined || reading.is_reading || query.data === undefined || page !== null) {
    return (
      <div role="status">
        <EmptyState
          icon={<Loader size={20} />}
          title={`Looking for this ${one}…`}
          message="It isn’t on the page in the link, because newer failures move it to later pages. Redial is searching the other pages, one after the other."
        />
      </div>
    )
  }
  return (
    <EmptyState
      title={`This ${one} was not found`}
      message={
        reading.is_complete
          ? `We searched every page ${formatDateRange(search)} and couldn’t find it. It may be from another account or from other days, or a filter leaves it out.`
          : 'Somebody stopped the search before all pages were read.'
      }
    >
      <Button variant="default" onClick={readAgain}>
        Look again
      </Button>
    </EmptyState>
  )
}

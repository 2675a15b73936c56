import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { formatDateRange } from '../../../format/days.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { eventText } from '../../event/event-json.ts'
import type { EventRow } from '../../event/event-row.ts'
import { eventLink } from '../../event/list/event-link.ts'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import type { ListProps } from '../../event/list/list-search.ts'
import { QueryFailure } from '../../request-errors/request-failure.tsx'
import { WaitNotice } from '../../request-errors/request-notices.tsx'
import type { EventPage } from '../failed-events-query.ts'
import { EventBar, eventAbout, useEventSteps } from './event-bar.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { findEventQuery } from './find-event-query.ts'

type MissingEventProps = ListProps & { event: string; page: EventPage }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the entry before is the replay run from which this event was opened. Closing it returns there. */
    isFromRun?: true
  }
}

type ListedEventDrawerProps = ListProps & {
  page: EventPage
  rows: EventRow[]
  isLoading: boolean
}

export function ListedEventDrawer({ page, rows, isLoading, ...props }: ListedEventDrawerProps) {
  const { list, search, onSearch } = props
  const { event } = search
  const steps = useEventSteps(props, page)
  const index = rows.findIndex(row => row.key === event)
  const text = useMemo(() => (index < 0 ? undefined : eventText(page.text, index)), [page, index])
  const { history } = useRouter()
  const close = () => {
    if (history.location.state.isFromRun) history.back()
    else onSearch({ ...search, event: undefined })
  }
  return (
    <EventDrawer
      list={list}
      eventKey={event}
      row={rows[index]}
      text={text}
      onClose={close}
      bar={
        <EventBar
          steps={steps}
          about={eventAbout(rows[index])}
          link={eventLink(search)}
          onClose={close}
        />
      }
      missing={
        isLoading || event === undefined ? (
          <LoadingRows label={`Loading the ${LIST_LABELS[list].one}…`} />
        ) : (
          <MissingEvent {...props} page={page} event={event} />
        )
      }
    />
  )
}

/** Shown for an event that is not on its page. It searches the other pages and opens the right one. */
function MissingEvent({ list, search, onSearch, event, page }: MissingEventProps) {
  const query = useQuery(findEventQuery({ list, event, page }))
  const place = query.data

  useEffect(() => {
    if (place != null) onSearch({ ...search, ...place }, { replace: true, state: true })
  }, [place, onSearch, search])

  const { one } = LIST_LABELS[list]
  if (query.error) {
    return <QueryFailure query={query} />
  }
  if (place !== null) {
    return (
      <>
        <WaitNotice reason={query.failureReason} />
        <div role="status">
          <EmptyState
            icon={<Loader size={20} />}
            title={`Looking for this ${one}…`}
            message="It isn’t on the page in the link, because newer failures move it to later pages. Redial is searching the other pages, one after the other."
          />
        </div>
      </>
    )
  }
  return (
    <EmptyState
      title={`This ${one} was not found`}
      message={`We searched every page ${formatDateRange(search)} and couldn’t find it. It may be from another account or from other days.`}
    >
      <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
        Look again
      </Button>
    </EmptyState>
  )
}

import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatDateRange } from '../../../format/days.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import type { ListProps } from '../../event/list/list-search.ts'
import { RequestFailure } from '../../request-errors/request-failure.tsx'
import { WaitNotice } from '../../request-errors/wait-notice.tsx'
import type { EventPage } from '../failed-events-query.ts'
import { findEventQuery } from './find-event-query.ts'
import * as messages from './messages.ts'

type MissingEventProps = ListProps & { event: string; page: EventPage }

/** Shown for an event that is not on its page. It searches the other pages and opens the right one. */
export function MissingEvent({ list, search, onSearch, event, page }: MissingEventProps) {
  const query = useQuery(findEventQuery({ list, event, page }))
  const found = query.data

  useEffect(() => {
    if (found != null) onSearch({ ...search, ...found }, { replace: true, state: true })
  }, [found, onSearch, search])

  const { one } = LIST_LABELS[list]
  if (query.error) {
    return (
      <RequestFailure
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (found !== null) {
    return (
      <>
        <WaitNotice reason={query.failureReason} />
        <div role="status">
          <EmptyState
            icon={<Loader size={20} />}
            title={messages.lookingForEvent(one)}
            message={messages.searchingOtherPages}
          />
        </div>
      </>
    )
  }
  return (
    <EmptyState
      title={messages.notFound(one)}
      message={messages.searchedEveryPage(formatDateRange(search))}
    >
      <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
        {messages.lookAgain}
      </Button>
    </EmptyState>
  )
}

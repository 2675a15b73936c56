import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FIRST_PAGE } from '../../../../contract/pages/page-place.ts'
import { describeError } from '../../../api/error-messages.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useTimes } from '../../../format/times.ts'
import { Notice } from '../../../ui/notice.tsx'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { eventKey } from '../../event/event-identity.ts'
import { openLinkId } from '../../event/event-row.ts'
import { changePage, type ListProps } from '../../event/list/list-search.ts'
import { failedEventsQuery } from '../failed-events-query.ts'
import * as messages from './messages.ts'
import classes from './new-failures.module.css'
import { newFailuresQuery } from './new-failures-query.ts'

type NewFailuresProps = ListProps & {
  /** The key of the first row of the table, which gets the focus. */
  firstKey: string | undefined
}

/**
 * Says how many events failed since the list was loaded, instead of moving its rows while a person
 * uses them. Shown only if the list includes today, because other lists don't grow.
 */
export function NewFailures(props: NewFailuresProps) {
  const today = useTimes().today()
  const { from, to } = props.search
  if (from > today || to < today) return null
  return <NewFailuresOfToday key={`${props.list} ${from} ${to}`} {...props} />
}

function NewFailuresOfToday({ list, search, onSearch, firstKey }: NewFailuresProps) {
  const { count, reason, hasFailed } = useNewFailures({ list, search })
  const show = useShow({ list, search, onSearch, firstKey })

  return (
    <>
      {/* The text is constant, so that screen readers announce it once. */}
      <p role="status" className={visuallyHidden.only}>
        {count > 0 && messages.newFailuresAnnounced}
      </p>
      {count > 0 && (
        <button
          type="button"
          className={classes.bar}
          aria-disabled={show.isPending}
          onClick={() => show.isPending || show.mutate()}
        >
          {messages.newEvents(list, count)}{' '}
          <span className={classes.show}>{show.isPending ? messages.loading : messages.show}</span>
        </button>
      )}
      {show.isError && (
        <Notice tone="bad">
          {describeError(show.error).title}. {describeError(show.error).message}
        </Notice>
      )}
      {reason && !show.isError && (
        <p className={classes.unknown}>
          {messages.checkFailed}{' '}
          {hasFailed ? messages.reloadToCheck : messages.retriesAutomatically}
        </p>
      )}
    </>
  )
}

/** The number of events that were added since the first page was loaded. */
function useNewFailures({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const { from, to, size } = search
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false })
  const first = useQuery({
    ...failedEventsQuery(list, { ...search, ...FIRST_PAGE }),
    enabled: false,
  })
  const shown = first.data ? first : page
  const counted = useQuery({
    ...newFailuresQuery(list, { from, to }),
    enabled: shown.data !== undefined,
    initialData: () =>
      shown.data && { count: shown.data.count, knowsPages: shown.data.results.length <= size },
    initialDataUpdatedAt: shown.dataUpdatedAt,
  })
  const isNewer = counted.dataUpdatedAt > shown.dataUpdatedAt
  const more = (counted.data?.count ?? 0) - (shown.data?.count ?? 0)
  return {
    count: isNewer ? Math.max(0, more) : 0,
    reason: counted.failureReason,
    hasFailed: counted.isError,
  }
}

/** Loads the first page again before it navigates there, so that the rows change once. */
function useShow({ list, search, onSearch, firstKey }: NewFailuresProps) {
  const queryClient = useQueryClient()
  const [newest, setNewest] = useState<string | null>(null)
  const show = useMutation({
    mutationFn: async () => {
      // The other pages have shifted too. They are loaded again when they are opened.
      await queryClient.invalidateQueries({
        queryKey: queryKeys.eventPages(list, search),
        refetchType: 'none',
      })
      return queryClient.fetchQuery(failedEventsQuery(list, { ...search, ...FIRST_PAGE }))
    },
    onSuccess: ({ results: [event] }) => {
      onSearch(changePage(search, FIRST_PAGE))
      if (event) setNewest(eventKey(event))
    },
  })
  // The button that had the focus has disappeared, so the newest row gets it.
  useEffect(() => {
    if (newest === null || newest !== firstKey) return
    document.getElementById(openLinkId(newest))?.focus()
    setNewest(null)
  }, [newest, firstKey])
  return show
}

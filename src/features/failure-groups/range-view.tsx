import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { EventState } from '../../../contract/event-state.ts'
import type { EventsPage, ListedEvent } from '../../../contract/events.ts'
import { FIRST_PAGE, numbered } from '../../../contract/pages/page-place.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { ApiError } from '../../api/api-error.ts'
import { useIsOnline } from '../../api/connection.ts'
import { stringifySearch } from '../../ui/search-string.ts'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { aboutMatches } from '../customer-message/about-events.ts'
import { MessageButton } from '../customer-message/message-button.tsx'
import { LIST_LABELS, listNoun } from '../event/list/list-labels.ts'
import {
  changePage,
  isNarrowed,
  type ListProps,
  requestedDates,
} from '../event/list/list-search.ts'
import { useList } from '../event/list/use-list.tsx'
import { RowsWithoutRange } from '../failed-events/list/event-list.tsx'
import { EventTable, OpenEvent, useRowsWithStates } from '../failed-events/list/event-table.tsx'
import NoFailedEvents from '../failed-events/list/no-failed-events.tsx'
import { eventsQuery, fetchTargets } from '../range/events-query.ts'
import { listedRow, targetIn } from '../range/listed-row.ts'
import { type ReadingControl, useReading } from '../range/use-reading.ts'
import { ReplayMatches } from '../replays/selection/replay-matches.tsx'
import { hasEvents, type Matches, useSelection } from '../replays/selection/selection.tsx'
import { QueryWithoutData, RequestFailure } from '../request-errors/request-failure.tsx'
import { GroupsOfRange } from './groups/groups-of-range.tsx'
import { formatLoadObstacle, loadingList } from './load-messages.ts'
import { LoadStatus, type ShownRangeProps } from './load-status.tsx'
import { NothingFound } from './nothing-found.tsx'

/** All events of a range, which the gateway reads from the service, searches, filters, sorts and groups. */
export default function RangeView() {
  const { list, search } = useList()
  const control = useReading(list, search)
  const { reading, version } = control
  const isEmpty = reading === undefined || reading.read === 0
  if (isEmpty && isOver(control)) return <EmptyRange control={control} />
  if (reading === undefined || version === undefined || (isEmpty && reading.is_reading)) {
    return <LoadingRows label={loadingList(list)} />
  }
  const View = search.view === 'groups' ? GroupsOfRange : EventsOfRange
  return <View control={{ ...control, reading, version }} />
}

/** Whether a range was read to its end, or can't be read. */
function isOver({ reading, error }: ReadingControl): boolean {
  if (error !== null || reading === undefined) return error !== null
  return (reading.is_complete && !reading.is_reading) || reading.problem !== null
}

/** Says that a range has no events, or why none is known. */
function EmptyRange({ control }: { control: ReadingControl }) {
  const { search } = useList()
  const { problem: error, readAgain } = control
  const isOnline = useIsOnline()
  const isOffline = !isOnline || (error instanceof ApiError && error.kind === 'offline')
  if (error === null && isOnline) return <NoFailedEvents />
  if (isOffline && !isNarrowed(search)) return <RowsWithoutRange />
  return <RequestFailure error={error ?? new ApiError('offline')} onRetry={readAgain} />
}

/** The events of a range that match the URL and the text in the field, one page at a time. */
function EventsOfRange({ control }: ShownRangeProps) {
  const { list, search, onSearch, filter } = useList()
  const client = useQueryClient()
  const { size, sort } = search
  const listed = useListedVersion(JSON.stringify({ filter, sort }), control)
  const pageQuery = (page: number) => eventsQuery(filter, { page, size, sort }, listed.version)
  const query = useQuery(pageQuery(search.page))
  const page = query.data
  // One row is enough for the counts as they are now, whatever the rows show.
  const { data: now = page } = useQuery(eventsQuery(filter, { page: 1, size: 1 }, control.version))
  const isBusy = query.isPlaceholderData
  const isComplete = control.reading.is_complete && !isBusy && page !== undefined
  const hasChanged = isComplete && page.count !== now?.count
  const obstacle = formatLoadObstacle(list, control.reading)
  const { rows, ofStates } = useRows(page?.results ?? NO_EVENTS)
  const matches = useMatches(page, listed.version)
  useFirstPageIfGone(query.error)
  const status = (
    <LoadStatus
      control={{ ...control, readAgain: () => control.readAgain(listed.follow) }}
      onUpdate={hasChanged ? listed.update : undefined}
    />
  )
  if (page === undefined || page.results.length === 0) {
    return (
      <>
        {status}
        {page === undefined ? (
          <QueryWithoutData query={query} label={loadingList(list)} />
        ) : (
          <NothingFound counts={page.states} obstacle={obstacle} />
        )}
      </>
    )
  }
  const load = (number: number) => async () => {
    const { results } = await client.fetchQuery(pageQuery(number))
    return { place: numbered(number), keys: results.map(({ key }) => key) }
  }
  return (
    <>
      {status}
      <EventTable
        {...{ rows, ofStates, isBusy, matches, obstacle }}
        count={page.of}
        pages={{
          page: search.page,
          size,
          hasPrevious: search.page > 1,
          hasNext: page.next !== null,
          onPage: ({ page: number, size }) =>
            onSearch({ ...changePage(search, numbered(number)), size }),
        }}
        summary={formatSummary(list, search, page, obstacle)}
      >
        <MessageAboutMatches page={page} obstacle={obstacle} />
        <ReplayMatching page={page} missing={(now ?? page).states.missing} obstacle={obstacle} />
      </EventTable>
      <OpenEvent
        {...{ search, onSearch, rows }}
        isLoading={isBusy}
        pages={{
          place: numbered(search.page),
          next: page.next === null ? null : load(search.page + 1),
          previous: search.page === 1 ? null : load(search.page - 1),
        }}
        formatPlace={index =>
          `${formatNumber((search.page - 1) * size + index + 1)} of ${formatNumber(page.count)}`
        }
      />
    </>
  )
}

const NO_EVENTS: ListedEvent[] = []

/** The events that match, for a selection; undefined if all events of the range do. */
function useMatches(page: EventsPage | undefined, version: string): Matches | undefined {
  const { search, filter } = useList()
  const isFiltered = page !== undefined && page.count < page.of
  const days = useMemo(() => requestedDates(search), [search])
  return useMemo(
    () =>
      isFiltered
        ? {
            key: [version, filter],
            load: async signal =>
              (await fetchTargets(filter, signal)).map(target => targetIn(target, days)),
          }
        : undefined,
    [isFiltered, version, filter, days],
  )
}

type MatchesProps = { page: EventsPage; obstacle: string | null }

/** Hidden if events are selected, which have a message of their own. */
function MessageAboutMatches({ page, obstacle }: MatchesProps) {
  const { filter } = useList()
  const { selection } = useSelection()
  if (hasEvents(selection)) return null
  return (
    <MessageButton
      isInTable
      hasLabel
      obstacle={obstacle}
      {...aboutMatches({ ...filter, state: page.state })}
    />
  )
}

/** Replays the events that are missing, or all if all or none of them are. */
function ReplayMatching({ page, missing, obstacle }: MatchesProps & { missing: number }) {
  const { filter } = useList()
  const isPart = missing > 0 && missing < page.count
  return (
    <ReplayMatches
      filter={{ ...filter, state: isPart ? 'missing' : page.state }}
      count={isPart ? missing : page.count}
      lacks={page.has_payloads ? null : 'payload'}
      obstacle={obstacle}
      label={
        isPart
          ? `Replay ${formatNumber(missing)} missing…`
          : page.count === 1
            ? 'Replay this one…'
            : `Replay these ${formatNumber(page.count)}…`
      }
    />
  )
}

/** "12 of 40 failed calls match, page 1 of 2" */
function formatSummary(
  list: ListProps['list'],
  { page: number, size, state }: ListProps['search'],
  { count, of, states }: EventsPage,
  obstacle: string | null,
): string {
  const pages = Math.max(1, Math.ceil(count / size))
  const listed =
    count < of
      ? `${formatNumber(count)} of ${formatNumber(of)} ${LIST_LABELS[list].many} match`
      : `${formatNumber(count)} ${listNoun(list, count)}`
  const place = pages > 1 ? `, page ${formatNumber(number)} of ${formatNumber(pages)}` : ''
  const isNoneMissing = state === undefined && states.missing === 0
  const rest = obstacle ?? (isNoneMissing ? 'None is still missing.' : '')
  return `${listed}${place}${rest && ` · ${rest}`}`
}

/**
 * The version that the rows show. A row must not disappear while a person looks at the result of its replay, so it
 * stays until the range was read for the first time, other events are meant, or a person updates the list or has the
 * range read again.
 *
 * @param meant names the events and their order
 */
function useListedVersion(meant: string, { reading, version }: ShownRangeProps['control']) {
  const isComplete = reading.is_complete
  const isRead = isComplete && !reading.is_reading
  const [listed, setListed] = useState({ meant, version, isRead: isComplete })
  const isOther = listed.meant !== meant
  const isNewer = !listed.isRead && (listed.version !== version || isRead)
  if (isOther) setListed({ meant, version, isRead: isComplete })
  else if (isNewer) setListed({ meant, version, isRead })
  return {
    version: listed.version,
    update: () => setListed({ meant, version, isRead: isComplete }),
    follow: () => setListed(before => ({ ...before, isRead: false })),
  }
}

/** A page that no longer exists leads to the first one. */
function useFirstPageIfGone(error: Error | null): void {
  const { search, onSearch } = useList()
  const isGone = error instanceof ApiError && error.kind === 'not-found' && search.page > 1
  useEffect(() => {
    if (isGone) onSearch({ ...search, ...FIRST_PAGE }, { replace: true })
  }, [isGone, search, onSearch])
}

/** The rows of a page, with what has become of them since it was loaded. */
function useRows(events: ListedEvent[]) {
  const { list, search } = useList()
  const { event: _open, ...shown } = search
  const link = stringifySearch(shown)
  const loaded = useMemo(
    () => new Map<string, EventState | null>(events.map(({ id, state }) => [id, state])),
    [events],
  )
  const plain = useMemo(
    () => events.map(event => listedRow(event, list, link)),
    [events, list, link],
  )
  return useRowsWithStates(plain, { loaded })
}
